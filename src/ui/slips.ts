/**
 * Slips of the hand: a press counts only on the button that was already there. Whoever presses twice at one place, or
 * presses just when something moved under the resting pointer, would decide what they never looked at. Every button
 * with `data-verdict` is guarded; the keyboard is only where the focus moves by itself onto something that decides, as
 * in a question that has just come (`ConfirmDialog`).
 */
export type Place = { readonly x: number; readonly y: number };

/**
 * How long a button has to have been under a resting pointer, and how long a form that was taken is not sent once more
 * as it is. Longer than anybody's second thought at one place.
 */
export const settleMs = 1_700;

/**
 * What lies under the pointer, and since when where it came there by itself; -Infinity where the pointer went to it.
 */
export function slipGuard<Button extends object>(covers: (button: Button, place: Place) => boolean) {
  let last: (Place & { readonly at: number }) | undefined;
  let under: { readonly button?: Button; readonly since: number } = { since: -Infinity };
  const moved = (place: Place, button: Button | undefined, at: number, isTouch = false): void => {
    // A finger rests nowhere: only the tap just before says where it was.
    const before = isTouch && last && at - last.at > settleMs ? undefined : last;
    if (button !== undefined) {
      const cameByItself = before !== undefined && covers(button, before);
      // A button that was only busy for a moment is still the one that was looked at.
      if (!cameByItself) under = { button, since: -Infinity };
      else if (button !== under.button) under = { button, since: at };
    }
    last = { x: place.x, y: place.y, at };
  };
  return {
    moved,
    /** Whether this press is meant for this button. */
    counts(place: Place, button: Button, at: number, isTouch = false): boolean {
      moved(place, button, at, isTouch);
      return at - under.since >= settleMs;
    },
  };
}
