/** How a mail leaves: to a mail server, or as a file. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';

/**
 * How long a mail server may say nothing, and how long one mail may take whatever it says, in milliseconds. It may look
 * through a mail for ten minutes before it says that it has it (RFC 5321, 4.5.3.2.6): whoever leaves before that sends
 * again what has arrived.
 */
export const patience = { silentMs: 10 * 60_000, wholeMs: 15 * 60_000 };
/** How long a connection rests between two mails before it is closed. */
const restMs = 5_000;

type Message = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  headers?: Record<string, string>;
};
export type Delivery = { (message: Message): Promise<void>; close(): void };

/** To the mail server at this URL. */
export function smtpDelivery(url: string, { silentMs, wholeMs }: typeof patience): Delivery {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    // One is used at a time; others may be dead, and not yet given up.
    maxConnections: 5,
    connectionTimeout: 10_000,
    socketTimeout: silentMs,
    // One that rests for longer may have died unheard, and a mail written into it would wait for all of that silence.
    idleTimeout: restMs,
  } as Parameters<typeof nodemailer.createTransport>[0]);
  // The address goes as an object, so that it can never be read as a list of several.
  const send = async ({ to, ...message }: Message) => {
    const mail = { ...message, to: { name: '', address: to }, signal: AbortSignal.timeout(wholeMs) };
    await transport.sendMail(mail);
  };
  return Object.assign(send, { close: () => transport.close() });
}

/** Each mail as an .eml file in this folder. */
export function fileDelivery(folder: string): Delivery {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const write = async (message: Message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { message: bytes } = await composer.sendMail({ ...message, to: { name: '', address: message.to } });
    const name = `${message.date.toISOString().replaceAll(':', '-')}-${message.messageId.slice(1).split('@')[0]}.eml`;
    await writeFile(join(folder, `.${name}`), bytes as Buffer, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, name));
  };
  return Object.assign(write, { close: () => composer.close() });
}
