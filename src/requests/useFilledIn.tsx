/**
 * What a link fills into a form, as `AgainButton` does. It is taken once and then goes from the address: after a reload
 * and on the way back, what was typed since stands.
 */
import { useEffect, useRef } from 'react';
import { useSearchParams } from '#ui/router.tsx';

export function useFilledIn<Name extends string>(
  names: readonly Name[],
  fill: (values: Partial<Record<Name, string>>) => void,
): void {
  const [address, setAddress] = useSearchParams();
  const taken = useRef<URLSearchParams>(undefined);
  useEffect(() => {
    const found = names.filter((name) => address.has(name));
    // Drawn again before the address has changed, it is not taken twice.
    if (found.length === 0 || taken.current === address) return;
    taken.current = address;
    fill(Object.fromEntries(found.map((name) => [name, address.get(name)])) as Partial<Record<Name, string>>);
    // The list that it was chosen in may stand far below the form.
    window.scrollTo({ top: 0 });
    const others = (now: URLSearchParams) =>
      new URLSearchParams([...now].filter(([name]) => !names.some((each) => each === name)));
    setAddress(others, { replace: true, preventScrollReset: true });
  }, [names, address, fill, setAddress]);
}
