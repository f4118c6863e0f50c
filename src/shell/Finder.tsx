/** The search box in the top bar, on every page. Ctrl+K or Cmd+K moves to it. */
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { speakablePattern, spoken } from '#kernel/ids.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Link } from '#ui/router.tsx';
import { menuOf } from './menu.ts';
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

const results = () => import('#lookup/FinderResults.tsx');
const Results = {
  Admin: late(() => results().then((part) => part.FinderResults), undefined, NoResults),
  User: late(() => results().then((part) => part.OwnResults), undefined, NoResults),
};

type Role = keyof typeof Results;

/** What somebody typed before the finder was loaded: it is still in the field that stood here. */
function soon(): { q: string; focused: boolean; sent: boolean } {
  const field = document.querySelector<HTMLInputElement>('#find-soon');
  return {
    q: field?.value ?? '',
    focused: field !== null && field === document.activeElement,
    sent: field?.form?.dataset['sent'] !== undefined,
  };
}

/** The pages of one's menus; a client's of a platform by its name. */
function usePages(role: Role): readonly { label: string; to: string }[] {
  const on = usePlatforms();
  const menu = useMenu(role === 'Admin' ? 'admin' : 'wallet');
  return useMemo(() => {
    const own = menu.flatMap(({ links }) => links);
    if (role === 'Admin') return own;
    const ofPlatforms = on.flatMap(({ name }) =>
      menuOf(name, on).flatMap(({ links }) => links.map(({ label, to }) => ({ label: `${name} ${label}`, to }))),
    );
    return [...own, ...ofPlatforms, { label: words.settings, to: '/dashboard/settings' }];
  }, [menu, on, role]);
}

/** A client's Enter that comes before anything is found: it leads to the first of what is found then. */
function useEarlyEnter(sent: boolean, go: (to: string) => void) {
  const now = useRef({ waits: sent, isAll: false });
  /** `isAll`: nothing more is on its way. */
  const came = useCallback(
    (first: { to: string } | undefined, isAll: boolean) => {
      const { waits } = now.current;
      now.current = { waits: waits && !first && !isAll, isAll };
      if (waits && first) go(first.to);
    },
    [go],
  );
  return {
    came,
    wait: () => void (now.current.waits = !now.current.isAll),
    forget: () => void (now.current.waits = false),
  };
}

/** What is typed, what was found, and which of it the keys have chosen. */
function useFinder(role: Role) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [before] = useState(soon);
  const [q, setQ] = useState(before.q);
  const [open, setOpen] = useState(before.focused);
  const [active, setActive] = useState(-1);
  const [options, setOptions] = useState<readonly { to: string }[]>([]);
  const pages = usePages(role);
  const go = useCallback(
    (to: string) => {
      void navigate(to);
      // Its blur closes what is shown.
      field.current?.blur();
    },
    [navigate],
  );
  const early = useEarlyEnter(role === 'User' && before.sent && before.focused, go);
  const { came } = early;
  const take = useCallback(
    (found: readonly { to: string }[], isAll: boolean) => {
      setOptions(found);
      if (found.length > 0) setActive((chosen) => Math.min(chosen, found.length - 1));
      came(found[0], isAll);
    },
    [came],
  );
  const type = (text: string) => {
    early.forget();
    setQ(text);
    setActive(-1);
    setOpen(true);
  };
  const close = () => {
    early.forget();
    setOpen(false);
  };
  const leave = () => {
    close();
    setActive(-1);
    field.current?.blur();
  };
  const byKey = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') return leave();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Whoever is faster than the answer chooses the first of what it will bring.
    const next = Math.min(Math.max(options.length - 1, 0), Math.max(-1, active + step));
    setActive(next);
    document.querySelector(`#finder-option-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const shown = open && q.trim() !== '';
  const submit = () => {
    // A client has no page of all that is found: Enter leads to the first of it.
    const to = role === 'User' ? options[Math.max(active, 0)]?.to : (options[active]?.to ?? addressFor(q));
    if (to === undefined) return early.wait();
    void navigate(to);
    leave();
  };
  useEffect(() => {
    if (before.focused) field.current?.focus();
  }, [before]);
  useEffect(() => {
    if (before.sent && role === 'Admin') void navigate(addressFor(before.q));
  }, [before, role, navigate]);
  return { field, q, type, setOpen, close, leave, shown, active, options, pages, take, byKey, submit };
}

export function Finder({ role }: { role: Role }) {
  const finder = useFinder(role);
  const { field, q, type, setOpen, close, shown, active, options, pages, take, leave, byKey, submit } = finder;
  const Found = Results[role];
  const hint = role === 'Admin' ? words.findHint : words.findOwn;
  return (
    <div className={css['slot']} data-role={role}>
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
          aria-label={hint}
          aria-keyshortcuts="Control+K Meta+K"
          aria-autocomplete="list"
          aria-expanded={shown && options.length > 0}
          aria-controls="finder-options"
          aria-activedescendant={shown && options[active] ? `finder-option-${active}` : undefined}
          placeholder={hint}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={q}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onKeyDown={byKey}
        />
        <kbd aria-hidden="true">{words.findKey}</kbd>
        {shown ? <Found q={q.trim()} pages={pages} active={active} onOptions={take} onPick={leave} /> : null}
      </form>
      {role === 'Admin' ? (
        <Link to="/admin/trace" className={css['link']} aria-label={words.find}>
          <Icon name="search" size={20} />
        </Link>
      ) : null}
    </div>
  );
}

function NoResults() {
  return (
    <p role="alert" className={css['lost']}>
      {words.noResults}
    </p>
  );
}
