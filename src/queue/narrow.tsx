/** True where the request in focus stands above the list instead of beside it; as in queue.module.css. */
export function narrow(): boolean {
  return window.matchMedia('(max-width: 1100px)').matches;
}
