/** Three nodes behind one balancer: what has to hold because nobody may notice that there are three. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { busyFactor } from '#server/busy.testing.server.ts';
import type { Balancer } from './balancer.ts';
import { makePeople, password, type People } from './people.ts';
import { openPostbox, type Postbox } from './postbox.ts';
import { functionsFolder, readMigrations } from '#server/migrate.server.ts';
import { openTalk, type Talk } from './talk.ts';
import { makeWorld, type World } from './world.ts';

export type Several = {
  world: World;
  balancer: Balancer;
  postbox: Postbox;
  talk: Talk;
  people: People;
  close(): Promise<void>;
};

/** Opens three nodes at the same moment on an empty database, and a balancer before them. */
export async function openSeveral(openBalancer: (ports: readonly number[]) => Promise<Balancer>): Promise<Several> {
  const postbox = await openPostbox();
  const world = await makeWorld({ nodes: 3, env: { SMTP_URL: postbox.url, DRAIN_SECONDS: '2', TRUST_PROXY: '1' } });
  const talk = openTalk();
  const balancer = await openBalancer(world.nodes.map((node) => node.port));
  const people = await makePeople(world, talk, { clients: 5, admins: 1 });
  return {
    world,
    balancer,
    postbox,
    talk,
    people,
    async close() {
      talk.close();
      await balancer.close();
      await world.close();
      await postbox.close();
    },
  };
}

/** Each answers what is wrong, in sentences; the figures it has measured go to `say`. */
export const checks: Record<string, (on: Several, say: (figure: string) => void) => Promise<string[]>> = {
  'migrations run once, whoever starts first': async ({ world }) => {
    const folder = join(import.meta.dirname, '../migrations');
    const functions = (await readdir(join(folder, functionsFolder))).map((name) => functionsFolder + name);
    const files = [...(await readMigrations(folder)).map(({ name }) => name), ...functions].sort();
    const ran = world.nodes.flatMap((node) =>
      node.log.flatMap((line) => (/"message":"migrated"/.test(line) ? (JSON.parse(line).ran as string[]) : [])),
    );
    return JSON.stringify(ran.sort()) === JSON.stringify(files)
      ? []
      : [`the three nodes ran ${ran.length} migrations, there are ${files.length}`];
  },

  'a session made on one node holds on all of them': async ({ world, talk }) => {
    const body = { emailId: 'client-0@client.test', password };
    const { body: signedIn } = await talk.call(world.nodes[1]!.port, 'POST', '/login-account', { body });
    const answers = await Promise.all(
      world.nodes.map((node) => talk.call(node.port, 'GET', '/kimi/get-wallet-of-user', { token: signedIn.token })),
    );
    return answers.filter((answer) => answer.status !== 200).map((answer) => `a node answered ${answer.status}`);
  },

  'wrong passwords are counted once for all nodes': async ({ world, talk }, say) => {
    const statuses: number[] = [];
    for (let n = 0; n < 14; n++) {
      const body = { emailId: 'client-3@client.test', password: `wrong ${n}` };
      statuses.push((await talk.call(world.nodes[n % 3]!.port, 'POST', '/login-account', { body })).status);
    }
    const taken = statuses.findIndex((status) => status === 429);
    say(`${taken} wrong passwords over three nodes, then 429`);
    return taken === 10 ? [] : [`the limit of 10 came after ${taken}: ${statuses.join(' ')}`];
  },

  'a hint reaches a browser on another node within a second': async (on, say) => {
    const [deciding, listening] = [on.world.nodes[0]!, on.world.nodes[2]!];
    const slowest = Math.max(
      ...(await Promise.all(
        on.people.clients.slice(0, 3).map((client, n) => hintTakes(on, client.token, deciding.port, listening.port, n)),
      )),
    );
    say(`slowest hint ${Math.round(slowest)} ms`);
    return slowest < 1_000 * busyFactor() ? [] : [`a hint took ${Math.round(slowest)} ms`];
  },

  'each mail of the outbox leaves once, whichever node sends it': async ({ world, postbox }, say) => {
    const waiting = async () =>
      Number(
        (await world.asOwner((client) => client.query('select count(*) from mails where sent_at is null'))).rows[0]
          .count,
      );
    await world.asOwner((client) =>
      client.query(
        `insert into mails (recipient, subject, content)
         select 'someone@client.test', 'number ' || n, '{"lines": ["Hello."]}' from generate_series(1, 200) n`,
      ),
    );
    for (const end = Date.now() + 20_000; (await waiting()) > 0 && Date.now() < end;) await sleep(100);
    const { rows } = await world.asOwner((client) =>
      client.query<{ count: number }>('select count(*)::int as count from mails where sent_at is not null'),
    );
    const twice = [...postbox.came.values()].filter((times) => times > 1).length;
    say(`${postbox.came.size} mails, ${twice} of them more than once`);
    if (twice > 0) return [`${twice} mails came more than once`];
    return postbox.came.size === rows[0]!.count ? [] : [`${rows[0]!.count} mails were sent, ${postbox.came.size} came`];
  },

  'a picture that one node took can be seen through all of them': async ({ world, talk, people }) => {
    const { token } = people.clients[1]!;
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const form = { chargeMoney: '10', transactionId: 'a-picture-for-all-nodes', payway: 'USDT', photo };
    const { body } = await talk.call(world.nodes[0]!.port, 'POST', '/add-money', { token, form, key: 'picture' });
    const seen = await Promise.all(
      world.nodes.map(async (node) => {
        const answer = await fetch(`http://127.0.0.1:${node.port}/kimi/proof?applyId=${body.transaction.applyId}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return `${answer.status} ${answer.headers.get('content-type')} ${Buffer.from(await answer.arrayBuffer())
          .toString('base64url')
          .slice(0, 400)}`;
      }),
    );
    return new Set(seen).size === 1 && seen[0]!.startsWith('200 image/jpeg')
      ? []
      : [`the nodes show ${seen.map((each) => each.slice(0, 30)).join(', ')}`];
  },

  'an ended session is refused by every node within a second, also by one whose clock is set back': async (on, say) => {
    const { world, talk } = on;
    const signIn = async () =>
      (
        await talk.call(world.nodes[0]!.port, 'POST', '/login-account', {
          body: { emailId: 'client-4@client.test', password },
        })
      ).body.token as string;
    const [stolen, own] = [await signIn(), await signIn()];
    const look = (port: number) => talk.call(port, 'GET', '/kimi/get-wallet-of-user', { token: stolen });
    await Promise.all(world.nodes.map((node) => look(node.port)));
    world.nodes[2]!.skew(-3_600_000);
    await sleep(100);
    await Promise.all(world.nodes.map((node) => look(node.port)));
    await talk.call(world.nodes[0]!.port, 'PUT', '/kimi/end-session?all=true', { token: own });
    const ended = performance.now();
    const took = await Promise.all(
      world.nodes.map(async (node) => {
        while ((await look(node.port)).status !== 401 && performance.now() - ended < 4_000) await sleep(20);
        return Math.round(performance.now() - ended);
      }),
    );
    world.nodes[2]!.skew(0);
    say(`refused after ${took.join(', ')} ms`);
    return took.every((ms) => ms < 1_000 * busyFactor()) ? [] : [`refused after ${took.join(', ')} ms only`];
  },
};

/** How long from a decision on one node until a client's browser on another hears of it. */
async function hintTakes(
  { talk, people }: Several,
  token: string,
  deciding: number,
  listening: number,
  n: number,
): Promise<number> {
  const form = { chargeMoney: '25', transactionId: `a-hint-${n}`, payway: 'USDT' };
  const { body } = await talk.call(deciding, 'POST', '/add-money', { token, form, key: `hint-${n}` });
  await sleep(300);
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${listening}/kimi/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const path = `/approve-transaction?id=${body.transaction._id}&action=approve`;
  const decided = talk.call(deciding, 'PUT', path, { token: people.admins[0]!.token }).then(() => performance.now());
  const deadline = setTimeout(() => stop.abort(), 5_000);
  let heard = Number.POSITIVE_INFINITY;
  for (let text = ''; !text.includes('event: wallet');) {
    const chunk = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (chunk.done) return Number.POSITIVE_INFINITY;
    text += chunk.value ?? '';
    heard = performance.now();
  }
  clearTimeout(deadline);
  stop.abort();
  return Math.max(0, heard - (await decided));
}
