import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from './ui.words.ts';

type Props = { opened: boolean; onClose: () => void; title: string; size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem'; children: ReactNode };

/** A window over the page: focus stays in it and goes back where it came from. */
export function Dialog({ opened, onClose, title, size = 'md', children }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': words.close }}>
      {children}
    </Modal>
  );
}
