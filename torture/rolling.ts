/** Every node restarted, one after the other, while people work through the balancer: nobody may notice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { busyFactor } from '#server/busy.testing.server.ts';
import { looksEveryMs } from './balancer.ts';
import { NoAnswer, openTalk } from './talk.ts';
import type { Several } from './several.ts';

const paths = { GET: '/kimi/get-wallet-of-user', POST: '/create-google-ads', PUT: '/kimi/see-notices' };

/** Answers what went wrong; nothing is sent twice, so that every failure shows. */
export async function rollingRestart(
  { world, balancer, people }: Several,
  say: (figure: string) => void,
): Promise<string[]> {
  const talk = openTalk();
  const wrong: string[] = [];
  let going = true;
  let calls = 0;
  const caller = async (n: number) => {
    const { token } = people.clients[n % 4]!;
    const body = { adNum: 1, adsDetails: [{ gmail: 'ads@gmail.com', deposit: 15 }] };
    for (let turn = 0; going; turn++) {
      // Balancers treat the two that write differently.
      const method = (['POST', 'GET', 'GET', 'POST', 'GET', 'PUT'] as const)[turn % 6]!;
      const asked = method === 'POST' ? { token, body, key: `rolling-${n}-${turn}` } : { token };
      const answer = await talk.call(balancer.port, method, paths[method], asked).catch((error: unknown) => {
        if (error instanceof NoAnswer) return { status: 0, body: error.message };
        throw error;
      });
      calls += 1;
      if (answer.status !== 200 && answer.status !== 402)
        wrong.push(`a ${method} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(5);
    }
  };
  const callers = Promise.all(Array.from({ length: 16 }, (_, n) => caller(n)));
  await sleep(500);
  for (const node of world.nodes) {
    const began = performance.now();
    node.signal('SIGTERM');
    const code = await node.ended();
    say(`node ${node.name} left within ${Math.round(performance.now() - began)} ms`);
    if (code !== 0) wrong.push(`node ${node.name} ended with ${code}`);
    node.start();
    if (!(await node.ready(30_000 * busyFactor()))) wrong.push(`node ${node.name} did not come back`);
    await sleep(looksEveryMs * 4);
  }
  going = false;
  await callers;
  talk.close();
  say(`${calls.toLocaleString('en')} calls while three nodes were restarted, ${wrong.length} failed`);
  return [...new Set(wrong), ...world.nodes.flatMap((node) => node.complaints)];
}
