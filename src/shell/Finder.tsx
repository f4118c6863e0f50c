/** The admins' search box in the top bar, on every page. Ctrl+K or Cmd+K moves to it. */
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { speakablePattern, spoken } from '#kernel/ids.ts';
import { Icon } from '#ui/Icon.tsx';
import { words } from './shell.words.ts';
import { useMenu } from './useMenu.tsx';
import css from './Finder.module.css';

/**
 * The address that a typed text leads to: a complete apply id to the story of that request, the id of a person or of an
 * ad account to their page, anything else to the search.
 */
export function addressFor(typed: string): string {
  const q = typed.trim();
  const id = spoken(q);
  if (!speakablePattern.test(id)) return q === '' ? '/admin/trace' : `/admin/trace?q=${encodeURIComponent(q)}`;
  if (id.startsWith('AA-')) return `/accounts/${id}`;
  return id.startsWith('US-') ? `/admin/users/${id}` : `/admin/requests/${id}`;
}

const FinderResults = lazy(async () => ({ default: (await import('#queue/FinderResults.tsx')).FinderResults }));

/** What is typed, what was found, and which of it the keys have chosen. */
function useFinder() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [options, setOptions] = useState<readonly { to: string }[]>([]);
  const menu = useMenu('admin');
  const pages = useMemo(() => menu.flatMap(({ links }) => links), [menu]);
  const take = useCallback((found: readonly { to: string }[]) => {
    setOptions(found);
    setActive(-1);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const leave = () => {
    setOpen(false);
    field.current?.blur();
  };
  const byKey = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') return leave();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    const next = Math.min(options.length - 1, Math.max(-1, active + step));
    setActive(next);
    document.querySelector(`#finder-option-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const shown = open && q.trim() !== '';
  const submit = () => {
    void navigate(options[active]?.to ?? addressFor(field.current?.value ?? ''));
    leave();
  };
  return { field, q, setQ, setOpen, shown, active, options, pages, take, leave, byKey, submit };
}

export function Finder() {
  const { field, q, setQ, setOpen, shown, active, options, pages, take, leave, byKey, submit } = useFinder();
  return (
    <>
      <form
        role="search"
        aria-label={words.find}
        className={css['finder']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Icon name="search" size={16} />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={words.findHint}
          aria-keyshortcuts="Control+K Meta+K"
          aria-autocomplete="list"
          aria-expanded={shown && options.length > 0}
          aria-controls="finder-options"
          aria-activedescendant={shown && active >= 0 ? `finder-option-${active}` : undefined}
          placeholder={words.findHint}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={byKey}
        />
        <kbd aria-hidden="true">{words.findKey}</kbd>
        {shown ? (
          <Suspense>
            <FinderResults q={q.trim()} pages={pages} active={active} onOptions={take} onPick={leave} />
          </Suspense>
        ) : null}
      </form>
      <Link to="/admin/trace" className={css['link']} aria-label={words.find}>
        <Icon name="search" size={20} />
      </Link>
    </>
  );
}
