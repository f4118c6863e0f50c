/** Short words at the top right. What went well goes by itself; what failed stays until it is dismissed. */
import { notifications } from '@mantine/notifications';
import { words } from './ui.words.ts';

const seconds = { client: 5_000, admin: 3_000 } as const;
let closeAfter: number = seconds.client;

/** The two audiences read at different speeds; the layout says which one is here. */
export function toastsFor(audience: keyof typeof seconds): void {
  closeAfter = seconds[audience];
}

const close = { 'aria-label': words.dismiss };

function done(message: string): void {
  notifications.show({ message, color: 'good', autoClose: closeAfter, closeButtonProps: close, role: 'status' });
}

function info(message: string): void {
  notifications.show({ message, color: 'calm', autoClose: closeAfter, closeButtonProps: close, role: 'status' });
}

function failed(message: string): void {
  // The same failure twice is one toast.
  const id = `failed-${message}`;
  notifications.hide(id);
  notifications.show({ id, message, color: 'bad', autoClose: false, closeButtonProps: close, role: 'alert' });
}

export const toast = { done, info, failed } as const;
