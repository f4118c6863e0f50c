/** A mail server that takes everything and remembers which mail came how often. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Postbox = {
  readonly url: string;
  /** By Message-ID. */
  readonly came: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

export async function openPostbox(): Promise<Postbox> {
  const came = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const id = /^message-id: *(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none';
        came.set(id, (came.get(id) ?? 0) + 1);
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    came,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
