import { Modal } from '@mantine/core';
import { words } from './ui.words.ts';
import type { DialogProps } from './Dialog.tsx';

/** The window itself; fetched apart from the page, see `Dialog.tsx`. */
export function DialogWindow({ title, size = 'md', must = false, above = false, ...rest }: DialogProps) {
  const stays = must ? { withCloseButton: false, closeOnEscape: false } : {};
  // A press beside a window closes none: what was typed in it would be lost.
  // The window's own header is no banner of the page. Its library gives the focus back only to what opened it a second
  // time (`useFocusBack`).
  return (
    <Modal
      attributes={{ header: { role: 'presentation' }, content: { 'data-closes': !rest.opened || undefined } }}
      title={title}
      size={size}
      returnFocus={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.close }}
      {...stays}
      {...(above ? { zIndex: 500 } : {})}
      {...rest}
    />
  );
}
