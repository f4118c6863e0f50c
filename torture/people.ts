/** Who takes part: clients with full wallets and admins, made through the portal itself. */
import { createHash } from 'node:crypto';
import type { World } from './world.ts';
import type { Talk } from './talk.ts';

export type Person = { name: string; token: string; publicId: string; id: string };
export type People = { clients: Person[]; admins: Person[] };

export const password = 'correct horse battery';

/** Registers, verifies and funds them. */
export async function makePeople(
  world: Pick<World, 'asOwner'> & { readonly nodes: readonly { readonly port: number }[] },
  talk: Talk,
  how: { clients: number; admins: number },
): Promise<People> {
  const ports = world.nodes.map((node) => node.port);
  const call = async (...asked: Parameters<Talk['call']>) => {
    const answer = await talk.call(...asked);
    if (answer.status !== 200)
      throw new Error(`${asked[1]} ${asked[2]} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const signIn = async (email: string): Promise<Person> => {
    const body = await call(ports[0]!, 'POST', '/login-account', { body: { emailId: email, password } });
    const { rows } = await world.asOwner((client) =>
      client.query(
        `select coalesce(m.client, p.id) as id, name from people p left join members m on m.person = p.id
         where email = $1`,
        [email],
      ),
    );
    return { name: rows[0].name, token: body.token, publicId: body._id, id: rows[0].id };
  };
  const admins = [await signIn('first@admin.test')];
  while (admins.length < how.admins) {
    const name = `admin-${admins.length}`;
    const invited = await call(ports[0]!, 'POST', '/kimi/create-admin', {
      token: admins[0]!.token,
      body: { username: name, emailId: `${name}@admin.test`, currentPassword: password },
    });
    const token = new URL(invited.inviteUrl).searchParams.get('token');
    await call(ports[0]!, 'POST', '/kimi/reset-password', { body: { token, password, confirmPassword: password } });
    admins.push(await signIn(`${name}@admin.test`));
  }
  const clients: Person[] = [];
  while (clients.length < how.clients) {
    const name = `client-${clients.length}`;
    const who = {
      username: name,
      emailId: `${name}@client.test`,
      country: 'DE',
      contact1: '+49 170 123456',
      pincode: '10115',
    };
    await call(ports[0]!, 'POST', '/create-account', {
      body: { ...who, password, confirmPassword: password },
    });
    await world.asOwner((client) =>
      client.query('update people set email_verified_at = now() where email = $1', [who.emailId]),
    );
    const client = await signIn(who.emailId);
    const transactionId = createHash('sha256').update(`first of ${name}`).digest('hex');
    const form = { chargeMoney: '90000', transactionId, payway: 'USDT' };
    const asked = await call(ports[0]!, 'POST', '/add-money', { token: client.token, form, key: `first-${name}` });
    await call(ports[0]!, 'PUT', `/approve-transaction?id=${asked.transaction._id}&action=approve`, {
      token: admins[0]!.token,
    });
    clients.push(client);
  }
  return { clients, admins };
}

/**
 * What an agency switches on once it has a node of a chain and a second admin: amounts can be declared, and payouts
 * above an amount take two.
 */
export async function switchOn(port: number, talk: Talk, { token }: Person): Promise<void> {
  const secondPair = { on: true, network: false, corrections: false, withdrawalsAbove: 20 };
  const network = { networkName: 'BEP20', networkAddress: `0x${'ab'.repeat(20)}`, password };
  for (const [path, body] of [
    ['/update-network-details', network],
    ['/kimi/update-settings', { secondPair, payoutWaitHours: 0 }],
  ] as const) {
    const answer = await talk.call(port, 'PUT', path, { token, body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
