/** Telegram's Bot API as documented, over real HTTP: what people write comes as updates, until it is confirmed. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const token = '123456789:very-secret-token-of-a-bot-0123456789';

type Message = { chat_id: number; text: string };
/** In a `blocked` network a proxy answers instead of Telegram, with this status and a page of its own. */
type Mood = 'well' | 'away' | { retryAfter: number } | { blocked: number };

type FakeBot = {
  env: Record<string, string>;
  /** What was taken, as it would stand in the chats. */
  sent: (Message & { at: number })[];
  /** Chats whose person has blocked the bot. */
  blocked: Set<number>;
  /** Chats that take nothing more for so many seconds. */
  full: Map<number, number>;
  mood: Mood;
  /** Tries to send, also those that were refused. */
  tries: number;
  writes(chat: { id: number; type?: string; username?: string; name?: string }, text: string): void;
  /** The last that stands in a chat. */
  last(chat: number): string | undefined;
  close(): Promise<void>;
};

export async function fakeBot(): Promise<FakeBot> {
  const updates: { update_id: number; message: object }[] = [];
  let number = 700;
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bot: FakeBot = {
    env: { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url },
    sent: [],
    blocked: new Set(),
    full: new Map(),
    mood: 'well',
    tries: 0,
    writes({ id, type = 'private', username, name = 'Ada' }, text) {
      const chat = { id, type, first_name: name, ...(username ? { username } : {}) };
      updates.push({ update_id: number++, message: { message_id: number, date: 0, chat, text } });
    },
    last: (chat) => bot.sent.findLast(({ chat_id: id }) => id === chat)?.text,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await buffer(request)).toString('utf8')) as Record<string, unknown>;
    const method = request.url === undefined ? '' : request.url.slice(`/bot${token}/`.length);
    if (!request.url?.startsWith(`/bot${token}/`)) return end(response, 401, { description: 'Unauthorized' });
    if (method === 'getMe') return end(response, 200, { result: { id: 1, is_bot: true, username: 'agency_bot' } });
    if (method === 'getUpdates') return end(response, 200, { result: await news(Number(body['offset'])) });
    if (method === 'sendMessage') return send(body as Message, response);
    return end(response, 404, { description: 'Not Found: method not found' });
  }
  /** Nothing new is waited for, as Telegram does it, but not for long. */
  async function news(offset: number) {
    while (updates.length > 0 && updates[0]!.update_id < offset) updates.shift();
    if (updates.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    return [...updates];
  }
  function send(message: Message, response: ServerResponse): void {
    bot.tries += 1;
    if (bot.mood === 'away') return void response.destroy();
    if (typeof bot.mood === 'object' && 'blocked' in bot.mood) {
      response.writeHead(bot.mood.blocked, { 'content-type': 'text/html' });
      return void response.end('<html><body>Access denied by policy.</body></html>');
    }
    const retryAfter = typeof bot.mood === 'object' ? bot.mood.retryAfter : bot.full.get(message.chat_id);
    if (retryAfter !== undefined) {
      const description = `Too Many Requests: retry after ${retryAfter}`;
      return end(response, 429, { description, parameters: { retry_after: retryAfter } });
    }
    if (bot.blocked.has(message.chat_id))
      return end(response, 403, { description: 'Forbidden: bot was blocked by the user' });
    bot.sent.push({ ...message, at: performance.now() });
    end(response, 200, { result: { message_id: bot.sent.length } });
  }
  return bot;
}

function end(response: ServerResponse, status: number, answer: object): void {
  const known = status === 200 ? { ok: true } : { ok: false, error_code: status };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...known, ...answer }));
}
