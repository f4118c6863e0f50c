/** The menu of a narrow screen: the browser's own modal window, which keeps the focus and closes on Escape. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { words } from './shell.words.ts';
import css from './Drawer.module.css';

type Props = { opened: boolean; onClose: () => void; children: ReactNode };

export function Drawer({ opened, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened && !box.current?.open) box.current?.showModal();
    if (!opened) box.current?.close();
  }, [opened]);
  return (
    // A press on the backdrop is a press on the window itself. Escape does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={box}
      className={css['drawer']}
      aria-label={words.menu}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className={css['inside']}>
        <button type="button" className={css['close']} aria-label={words.closeMenu} onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
        {opened ? children : null}
      </div>
    </dialog>
  );
}
