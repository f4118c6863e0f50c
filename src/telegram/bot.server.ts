/** Telegram's Bot API, as far as the portal speaks it. The token is part of the address, which no message repeats. */
import { openOutward, readJson, type Outward } from '#server/outward.server.ts';
import type { Config } from '#server/config.server.ts';

type Given = NonNullable<Config['telegram']>;

/** `code` is Telegram's own; undefined where a proxy on the way has answered, or nobody that can be told. */
type Said<T> =
  | { ok: true; result: T }
  | { ok: false; code: number | undefined; why: string; retryAfterSeconds: number | undefined };

/** What somebody wrote to the bot. */
export type Update = {
  update_id: number;
  message?: {
    chat: { id: number; type: string; username?: string; first_name?: string };
    text?: string;
  };
};

export type Bot = <T>(method: string, body: object, signal?: AbortSignal) => Promise<Said<T>>;

/** How long Telegram holds a question for news open. */
export const pollSeconds = 20;

/** Telegram's code where a chat, or the bot, has been sent too much. */
export const tooMany = 429;
/** How `why` begins then. */
export const saidTooMany = `Telegram answered ${tooMany}:`;

const mostBytes = 2_000_000;

/** A bot whose questions may take as long as news are waited for. Throws `NoAnswer` where nothing is answered. */
export function botOf({ url, token }: Given, timeoutMs = (pollSeconds + 10) * 1_000): Bot {
  const place = `${url}/bot${token}`;
  const outward: Outward = openOutward([place], { timeoutMs, mostBytes });
  return async (method, body, signal) => {
    const { status, bytes } = await outward.send({
      url: `${place}/${method}`,
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    return read(status, bytes);
  };
}

function read<T>(status: number, bytes: Buffer): Said<T> {
  type Failed = { error_code?: unknown; description?: unknown; parameters?: { retry_after?: unknown } };
  let answer: ({ ok?: unknown; result?: T } & Failed) | null;
  try {
    answer = readJson(bytes) as typeof answer;
  } catch {
    answer = null;
  }
  if (answer?.ok === true && answer.result !== undefined) return { ok: true, result: answer.result };
  const seconds = Number(answer?.parameters?.retry_after);
  return {
    ok: false,
    code: answer?.ok === false && answer.error_code === status ? status : undefined,
    why: `Telegram answered ${status}: ${String(answer?.description ?? 'no reason').slice(0, 200)}`,
    retryAfterSeconds: Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : undefined,
  };
}
