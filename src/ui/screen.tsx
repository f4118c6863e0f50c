/**
 * How large the screen is. The server, which draws a page's first sight, knows only whether it is a phone's.
 */
let phone = false;

export function drawForPhone(is: boolean): void {
  phone = is;
}

/** Whether the window is at least so many `em` wide. */
export function isWide(em: number): boolean {
  return typeof matchMedia === 'function' ? matchMedia(`(min-width: ${em}em)`).matches : !phone;
}

/** Where a page's first sight is drawn: nothing can be measured there, and no part of it comes later. */
export const isOnServer = typeof document === 'undefined';
