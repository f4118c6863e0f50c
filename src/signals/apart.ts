/** Which signals are said in lines of their own. In a file of its own, as lists need no more of them. */

/** What carries signals. */
export type Carrier = {
  readonly signals?: readonly { readonly code: string; readonly text: string }[] | undefined;
};

/** Those that stand beside nothing yet: neither an address (`told`), nor the picture, which names where it was seen. */
export function signalsApart({ signals = [] }: Carrier, told: readonly string[] = []) {
  return signals.filter(({ code }) => code !== 'picture' && !told.includes(code));
}
