/** The finder's field before the finder is loaded. What is typed into it is found there: see `soon` in Finder.tsx. */
import { useEffect } from 'react';
import { isWindowOpen } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { words } from './shell.words.ts';
import css from './TopBar.module.css';

export function FindSoon({ role }: { role: 'User' | 'Admin' }) {
  return (
    <form
      className={css['finding']}
      data-role={role}
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.dataset['sent'] = '';
      }}
    >
      <Icon name="search" size={16} />
      <input id="find-soon" type="search" maxLength={200} autoComplete="off" aria-label={words.find} />
    </form>
  );
}

/** Ctrl+K or Cmd+K leads to the field of the top bar, unless a dialog is open. */
export function useFindKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (isWindowOpen()) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('header [type="search"]');
      field?.focus();
      field?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
