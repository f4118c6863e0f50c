/** What people do in the story, each a call or two of the portal. Every act answers the id of the request it made. */
import type { Field } from '#platforms/order.ts';
import { specOf } from '#platforms/platforms.ts';
import type { Arrival } from './chain.ts';
import { networkNow, password, walletNamed, walletOf, type Body, type Person, type Stage } from './stage.ts';
import type { Role } from './cast.ts';

export type Acts = ReturnType<typeof actsOn>;

/** Who works at the agency: two who may do everything, and one each for money, for accounts and for questions. */
export type Desk = Record<'first' | 'second' | 'finance' | 'operations' | 'support', Person>;

export function actsOn(stage: Stage, desk: Desk) {
  const { first, second } = desk;
  const { call } = stage;
  const judge = async (admin: Person, action: 'approve' | 'reject', applyId: string, fill: Body) => {
    const { results } = await call('PUT', '/kimi/decide-requests', {
      as: admin,
      body: { action, items: [{ applyId, ...fill }] },
    });
    if (!results[0].done && !results[0].waits) throw new Error(`${action} ${applyId}: ${results[0].message}`);
    return results[0].waits === true;
  };
  const confirm = (applyId: string) => call('PUT', `/kimi/confirm-action?id=${applyId}`, { as: second, body: {} });
  return {
    ...requestsOf(stage),
    stage,
    ...desk,
    /** Where it takes a second admin, the second one agrees at once. */
    async approve(applyId: string, fill: Body = {}): Promise<void> {
      if (await judge(first, 'approve', applyId, fill)) await confirm(applyId);
    },
    /** Left to the second admin, who decides later or never. */
    propose: (applyId: string, fill: Body = {}) => judge(first, 'approve', applyId, fill),
    reject: (applyId: string, remarks: string) => judge(second, 'reject', applyId, { remarks }),
    confirm,
    payOut: (applyId: string, transactionId: string) =>
      call('PUT', `/kimi/pay-withdrawal?applyId=${applyId}`, { as: desk.finance, body: { transactionId } }),
    reverse: (applyId: string, reason: string) =>
      call('PUT', '/kimi/reverse-request', { as: first, body: { applyId, reason } }),
    cancel: (client: Person, applyId: string) =>
      call('PUT', `/kimi/cancel-request?applyId=${applyId}`, { as: client, body: {} }),
    register: (client: Person, role: Role) => register(stage, client, role),
    async verify(client: Person) {
      await call('POST', '/verify-email', { as: client, body: { otp: await stage.codeFor(client.email) } });
    },
    /** To another e-mail address, which is proved by the code that is mailed there. */
    async moveTo(client: Person, newEmail: string) {
      await call('POST', '/email-change', { as: client, body: { newEmail, currentPassword: password } });
      await call('POST', '/verify-email', { as: client, body: { otp: await stage.codeFor(newEmail) } });
      client.email = newEmail;
    },
    /** By the same one, so that whoever looks at the demonstration can sign in. */
    async renewPassword(client: Person) {
      const body = { currentPassword: password, password, confirmPassword: password };
      await call('PUT', '/kimi/update-password', { as: client, body });
      await stage.signIn(client);
    },
    topUp: (client: Person, dollars: number, look: number, photo?: Uint8Array, happened?: Happened) =>
      topUp(stage, client, dollars, look, photo, happened),
    /** With an id that is the hash of nothing. */
    topUpById: (client: Person, dollars: number, transactionId: string) =>
      tellOf(stage, client, { dollars, transactionId }),
    /** The agency's own transfer to a client; answers its transaction id. */
    send(client: Person, dollars: number, look: number): string {
      const { transactionId } = stage.transfer(dollars, 'agency', look);
      stage.arrive({ hash: transactionId, from: networkNow.networkAddress, to: walletOf(client), dollars, minutes: 1 });
      return transactionId;
    },
    async correct(client: Person, kind: 'penalty' | 'goodwill', amount: number, reason: string): Promise<string> {
      const body = { userId: client.id, kind, amount, reason };
      return (await call('POST', '/kimi/apply-correction', { as: first, body })).correction.applyId;
    },
    pay: (client: Person, code: string, dollars: number, look: number) => pay(stage, client, code, dollars, look),
    share: (client: Person, role: Role, adsId: string, emailId: string) =>
      call('POST', '/kimi/send-request-email', { as: client, body: { emailId, adsId, adType: role.platform } }),
  };
}

/** What clients ask for, by platform; each answers the id of its request. */
function requestsOf({ call }: Stage) {
  return {
    async order(client: Person, role: Role, deposits: number[]): Promise<string> {
      const [path, body] = orderOf(role, deposits);
      return (await call('POST', path, { as: client, body })).applyId;
    },
    async deposit(client: Person, role: Role, adsId: string, money: number): Promise<string> {
      const path = specOf(role.platform).calls.createDeposit;
      const { deposits } = await call('POST', path, { as: client, body: { adType: role.platform, adsId, money } });
      return deposits[0].applyId;
    },
    async refund(client: Person, role: Role, adsId: string, amount: number, remarks = ''): Promise<string> {
      const body = { adsId, amount, adType: role.platform, remarks };
      return (await call('POST', '/kimi/apply-refund', { as: client, body })).refund.applyId;
    },
    /** To their own wallet, unless it is said where. */
    async withdraw(client: Person, amount: number, to = onTron(walletOf(client))): Promise<string> {
      const body = { amount, ...to, password, remarks: '' };
      return (await call('POST', '/kimi/apply-withdrawal', { as: client, body })).withdrawal.applyId;
    },
    async paylink(
      client: Person,
      firstName: string,
      lastName: string,
      money: number,
      company?: { companyName: string; website: string },
    ) {
      const path = `/kimi/create-paylink-${company ? 'company' : 'individual'}`;
      const body = {
        firstName,
        lastName,
        emailId: `${firstName.toLowerCase()}@buyer.example`,
        country: 'Germany',
        money,
        ...company,
      };
      return (await call('POST', path, { as: client, body })).newPaylink as { _id: string; code: string };
    },
  };
}

function onTron(networkAddress: string) {
  return { networkName: 'TRC20', networkAddress };
}

async function register({ call, signIn }: Stage, client: Person, role: Role): Promise<void> {
  const { name: username, email: emailId, country, phone: contact1, pincode, method: contactMethod, platform } = role;
  const agencyAds = { platform: [platform], business: ['E-Com(Clean)'] };
  const body = {
    username,
    emailId,
    country,
    contactMethod,
    contact1,
    pincode,
    password,
    confirmPassword: password,
    agencyAds,
  };
  await call('POST', '/create-account', { as: client, body });
  await signIn(client);
}

/**
 * What really happened on the chain, where it is not what the client says; 'nothing' where there is no such transfer.
 */
export type Happened = (Partial<Omit<Arrival, 'at'>> & { minutes?: number }) | 'nothing';

async function topUp(
  stage: Stage,
  client: Person,
  dollars: number,
  look: number,
  photo?: Uint8Array,
  happened: Happened = {},
): Promise<string> {
  const { transactionId, to } = stage.transfer(dollars, client.name, look);
  const claimed = { hash: transactionId, from: walletOf(client), to, dollars, minutes: 3 + (look % 5) };
  if (happened !== 'nothing') stage.arrive({ ...claimed, ...happened });
  const { network: networkName = '' } = happened === 'nothing' ? {} : happened;
  return tellOf(stage, client, { dollars, transactionId, networkName, photo });
}

async function tellOf(
  stage: Stage,
  client: Person,
  told: { dollars: number; transactionId: string; networkName?: string; photo?: Uint8Array | undefined },
): Promise<string> {
  const { dollars, transactionId, networkName = '', photo } = told;
  const form = new FormData();
  const fields = { chargeMoney: String(dollars), transactionId, payway: 'USDT', networkName };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set('photo', new Blob([new Uint8Array(photo)]), 'proof.png');
  return (await stage.call('POST', '/add-money', { as: client, form })).transaction.applyId;
}

/** The payer is nobody here; the top-up that comes of it is found in the owner's list. */
async function pay(stage: Stage, client: Person, code: string, dollars: number, look: number): Promise<string> {
  const transfer = stage.transfer(dollars, `payer ${code}`, look);
  stage.arrive({ hash: transfer.transactionId, from: walletNamed(`payer ${look}`), to: transfer.to, dollars });
  const form = new FormData();
  form.set('transactionId', transfer.transactionId);
  form.set('photo', new Blob([new Uint8Array(await stage.receiptOf(transfer))]), 'paid.png');
  await stage.call('POST', `/kimi/pay/${code}`, { form });
  return (await stage.call('GET', '/get-transaction-details-of-user', { as: client })).transactions[0].applyId;
}

function orderOf(role: Role, deposits: number[]): [string, Body] {
  const { calls, order } = specOf(role.platform);
  const example = order.example as Body;
  const who = role.email.split('@')[0]!;
  if (order.form === 'license') {
    const ads = deposits.map((deposit, place) => ({ accountName: `${role.shop} ${place + 1}`, deposit }));
    return [calls.create, { ...example, licenseName: `${role.name} Ltd`, domains: [role.shop], ads }];
  }
  const [row] = example['adsDetails'] as [Body];
  const typed = ({ name, type, options }: Field, place: number) => {
    if (type === 'email') return String(row[name]).replace(/^[^@]*/, `${who}.ads${place + 1}`);
    return options ? row[name] : role.shop;
  };
  const adsDetails = deposits.map((deposit, place) => ({
    ...Object.fromEntries(order.fields.map((field) => [field.name, typed(field, place)])),
    deposit,
  }));
  return [calls.create, { adNum: deposits.length, adsDetails }];
}
