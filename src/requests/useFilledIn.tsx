/**
 * What is filled into a form by whoever leads to it, as `AgainButton` does. It is taken once and then goes from the
 * address: after a reload and on the way back, what was typed since stands.
 */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSearchParams } from '#ui/router.tsx';

/**
 * A link anywhere can say what stands in its address, so that only the names `linked` are read there. What the portal
 * itself hands over, no link can.
 */
export function useFilledIn<Name extends string>(
  names: readonly Name[],
  fill: (values: Partial<Record<Name, string>>) => void,
  linked: readonly Name[] = [],
): void {
  const [address, setAddress] = useSearchParams();
  const { state, key } = useLocation();
  const taken = useRef<string>(undefined);
  useEffect(() => {
    const handed = (state ?? {}) as Partial<Record<Name, string>>;
    const saidOf = (name: Name) => handed[name] ?? (linked.includes(name) ? address.get(name) : null);
    const found = names.flatMap((name) => {
      const said = saidOf(name);
      return said === null ? [] : [[name, said] as const];
    });
    // Drawn again before the address has changed, it is not taken twice.
    if (found.length === 0 || taken.current === key) return;
    taken.current = key;
    fill(Object.fromEntries(found) as Partial<Record<Name, string>>);
    // The list that it was chosen in may stand far below the form.
    window.scrollTo({ top: 0 });
    const others = (now: URLSearchParams) =>
      new URLSearchParams([...now].filter(([name]) => !names.some((each) => each === name)));
    setAddress(others, { replace: true });
  }, [names, linked, address, state, key, fill, setAddress]);
}
