/** The admins' search box in the top bar, on every page. Ctrl+K or Cmd+K moves to it. */
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { speakablePattern, spoken } from '#kernel/ids.ts';
import { Icon } from '#ui/Icon.tsx';
import { words } from './shell.words.ts';
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

export function Finder() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
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
  return (
    <>
      <form
        role="search"
        aria-label={words.find}
        className={css['finder']}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(addressFor(field.current?.value ?? ''));
          field.current?.blur();
        }}
      >
        <Icon name="search" size={16} />
        <input
          ref={field}
          type="search"
          aria-label={words.findHint}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={words.findHint}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <kbd aria-hidden="true">{words.findKey}</kbd>
      </form>
      <Link to="/admin/trace" className={css['link']} aria-label={words.find}>
        <Icon name="search" size={20} />
      </Link>
    </>
  );
}
