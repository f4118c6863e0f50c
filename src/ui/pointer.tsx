/** Where the pointer is, and the guard of everything that decides (`slips.ts`). */
import { slipGuard, type Place } from './slips.ts';
import { toast } from './toast.tsx';
import { words } from './ui.words.ts';

const guard = slipGuard<Element>((button, { x, y }) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return button.isConnected && x >= left && x <= right && y >= top && y <= bottom;
});

function verdictAt({ target }: Event): Element | undefined {
  return (target instanceof Element && target.closest('[data-verdict]')) || undefined;
}

let seenAt: Place | undefined;
let place: Place | undefined;

/**
 * Where on the page the pointer went last, or the last finger tapped; undefined where it left the window. What the page
 * scrolls away from under a resting pointer, the pointer has not left.
 */
export function pointerPlace(): Place | undefined {
  return place;
}

function onLeave(): void {
  seenAt = undefined;
  place = undefined;
}

function onMove(event: PointerEvent): void {
  const at = { x: event.clientX, y: event.clientY };
  if (at.x !== seenAt?.x || at.y !== seenAt.y) place = { x: event.pageX, y: event.pageY };
  seenAt = at;
  guard.moved(at, verdictAt(event), event.timeStamp, event.pointerType === 'touch');
}

let pressedAt = -Infinity;

function onClick(event: MouseEvent): void {
  const button = verdictAt(event);
  const sincePress = event.timeStamp - pressedAt;
  pressedAt = event.timeStamp;
  // A key's or a program's click has no place.
  if (!button || event.detail === 0) return;
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  if (guard.counts({ x: event.clientX, y: event.clientY }, button, event.timeStamp, isTouch)) return;
  event.preventDefault();
  event.stopPropagation();
  // Nobody needs to hear that half of a double click was one too many.
  if (sincePress > 500) toast.info(words.movedUnder);
}

/** A key that is held down decides once. */
function onKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ') && verdictAt(event)) event.preventDefault();
}

/** May be called again: listeners that are there are not added twice. */
export function guardVerdicts(): void {
  if (typeof document === 'undefined') return;
  document.addEventListener('pointermove', onMove, { capture: true, passive: true });
  document.addEventListener('pointerover', onMove, { capture: true, passive: true });
  document.documentElement.addEventListener('mouseleave', onLeave);
  document.addEventListener('click', onClick, true);
  document.addEventListener('keydown', onKey, true);
}
