/**
 * A client who owns one of everything that the portal knows, with hostile words in every field that takes words: what
 * the walks over other people's ids, over pages and over downloads look for.
 */
export type Asked = {
  as?: { token: string };
  body?: unknown;
  query?: Record<string, string>;
  form?: Record<string, string>;
  headers?: object;
};
// What a walk reads from an answer is whatever it expects there; a wrong path fails the test.
// oxlint-disable-next-line no-explicit-any
type Answer = { status: number; body: any; text: string };
export type Calls = (method: 'GET' | 'POST' | 'PUT', path: string, asked: Asked) => Promise<Answer>;

/** Scripts in every way that HTML has; each is short enough for the field it goes into. */
export const scripts = {
  name: `"><img src=x onerror=window.hit=1><svg/onload=hit=1>`,
  short: `<svg onload=hit=1>`,
  long: `<script>hit=1</script>'"--><img src=x onerror=hit=1><a href="javascript:hit=1">x</a>{{7*7}}\${7*7}`,
  address: `https://x.example/"onmouseover="hit=1"><svg/onload=hit=1>`,
} as const;

/** What a spreadsheet would run. */
export const formulas = {
  name: `=HYPERLINK("http://evil.example","pay")`,
  short: `+1+cmd|'/c x'!A1`,
  long: `@SUM(1+1)*cmd|' /C calc'!A0`,
  address: `https://x.example/=1+1`,
} as const;

type Words = Readonly<Record<keyof typeof scripts, string>>;

export type Everything = { applyIds: string[]; adsId: string; paylink: string; code: string; session: string };

let made = 0;

type Must = (method: 'GET' | 'POST' | 'PUT', path: string, asked: Asked) => Promise<Answer['body']>;

/** What admins write is shown to other admins, and to clients. */
async function writtenByAdmins(
  must: Must,
  { client, admin }: { client: { token: string; _id: string }; admin: { token: string } },
  deposit: object,
  words: Words,
): Promise<void> {
  const { deposits } = await must('POST', '/kimi/create-google-adDeposit', { as: client, body: deposit });
  const order = { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'eva@outlook.com', deposit: 30 }] };
  const { applyId } = await must('POST', '/create-bing-ads', { as: client, body: order });
  const told = { remarks: words.long, transactionId: `${words.name}${made}`, adsId: `${words.short}${made}` };
  const items = [deposits[0].applyId, applyId].map((each: string) => ({ applyId: each, ...told }));
  const { results } = await must('PUT', '/kimi/decide-requests', { as: admin, body: { action: 'approve', items } });
  if (!results.every(({ done }: { done: boolean }) => done)) throw new Error(JSON.stringify(results));
  const goodwill = { userId: client._id, kind: 'goodwill', amount: 1, reason: words.long };
  await must('POST', '/kimi/apply-correction', { as: admin, body: goodwill });
  await must('POST', '/kimi/write-note', { as: admin, body: { applyId, text: words.long } });
  for (const as of [client, admin])
    await must('POST', '/kimi/write-message', { as, body: { applyId, text: words.long } });
  const view = { name: words.name.slice(0, 60), asked: words.long.slice(0, 1_000) };
  await must('PUT', '/kimi/save-request-view', { as: admin, body: view });
}

/** Pay links of both kinds; the one that is answered was paid. */
async function linksOf(
  must: Must,
  client: { token: string },
  words: Words,
  adsId: string,
): Promise<{ _id: string; code: string }> {
  const payer = {
    firstName: words.name.slice(0, 80),
    lastName: words.name.slice(0, 80),
    emailId: 'payer@example.com',
    country: words.short,
    money: '60',
  };
  await must('POST', '/kimi/create-paylink-individual', { as: client, body: payer });
  const { newPaylink } = await must('POST', '/kimi/create-paylink-company', {
    as: client,
    body: { ...payer, companyName: words.name, website: words.address },
  });
  await must('POST', `/kimi/pay/${newPaylink.code}`, { form: { transactionId: `${words.short}${adsId}` } });
  return newPaylink;
}

/** An order on each platform: one approved, one waiting, one rejected. Answers the ids of the two that were decided. */
async function ordersOf(
  must: Must,
  { client, admin }: { client: { token: string }; admin: { token: string } },
  words: Words,
  adsId: string,
): Promise<string[]> {
  const google = await must('POST', '/create-google-ads', {
    as: client,
    body: { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 50, timezone: words.long.slice(0, 64) }] },
  });
  await must('POST', '/create-bing-ads', {
    as: client,
    body: { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 30 }] },
  });
  const facebook = await must('POST', '/kimi/create-facebook-ads', {
    as: client,
    body: {
      licenseMode: 'new license',
      licenseName: words.name,
      pageNum: 1,
      pageUrls: [words.address],
      domainOption: 'unlimited',
      domainNum: 0,
      domains: [],
      appUrl: words.address,
      appId: words.name,
      ads: [{ accountName: words.name, deposit: 50 }],
      remarks: words.long,
      paymentMode: 'oneByOne',
    },
  });
  await must('PUT', '/approve-googleAd', {
    as: admin,
    query: { id: google.applyId, action: 'approve' },
    body: { adsId },
  });
  await must('PUT', '/approve-facebookAd', {
    as: admin,
    query: { id: facebook.applyId, action: 'reject' },
    body: { remarks: words.long },
  });
  return [google.applyId, facebook.applyId];
}

/** One that waits, one that is let pass, and an address with a name. */
async function withdrawalsOf(
  must: Must,
  { client, admin, password }: { client: { token: string }; admin: { token: string }; password: string },
  words: Words,
  adsId: string,
): Promise<void> {
  const tron = { networkName: 'TRC20', networkAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' };
  const body = { amount: 20, ...tron, password, remarks: words.long };
  await must('POST', '/kimi/apply-withdrawal', { as: client, body });
  const { withdrawal } = await must('POST', '/kimi/apply-withdrawal', { as: client, body: { ...body, amount: 1 } });
  await must('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId: withdrawal.applyId, action: 'approve' },
    body: { transactionId: `paid ${adsId}`, letPass: words.long.slice(0, 500) },
  });
  const { addresses } = await must('GET', '/kimi/get-withdrawal-addresses', { as: client });
  const query = { id: addresses[0]._id as string };
  const label = words.name.slice(0, 80);
  await must('PUT', '/kimi/rename-withdrawal-address', { as: client, query, body: { label } });
  await must('PUT', '/kimi/remove-withdrawal-address', { as: client, query, body: {} });
  await must('POST', '/kimi/add-withdrawal-address', { as: client, body: { ...tron, label, password } });
}

/** The ad account has a name of the client's, and a step that an admin wrote down. */
async function suspendedAccount(
  must: Must,
  { client, admin }: { client: { token: string }; admin: { token: string } },
  adsId: string,
  words: Words,
): Promise<void> {
  const { accounts } = await must('GET', '/kimi/get-ad-accounts', { as: client, query: { q: adsId } });
  const query = { id: accounts[0]._id as string };
  await must('PUT', '/kimi/name-ad-account', { as: client, query, body: { nickname: words.name } });
  const step = { state: 'Suspended', reason: words.long, word: words.name, note: words.long };
  await must('PUT', '/kimi/account-state', { as: admin, query, body: step });
  await must('PUT', '/kimi/appeal-ad-account', { as: client, query, body: { text: words.long } });
}

/** Another account, which a list of states suspends and its client asks to replace. */
async function replacedAccount(
  must: Must,
  { client, admin }: { client: { token: string }; admin: { token: string } },
  adsId: string,
  words: Words,
): Promise<void> {
  const adsDetails = [{ gmail: 'ana@gmail.com', deposit: 15, timezone: 'UTC' }];
  const order = await must('POST', '/create-google-ads', { as: client, body: { adNum: 1, adsDetails } });
  const query = { id: order.applyId as string, action: 'approve' };
  await must('PUT', '/approve-googleAd', { as: admin, query, body: { adsId } });
  const text = `${adsId}, Suspended, "${words.name.replaceAll('"', '""')}"`;
  const list = { platform: 'Google', reason: words.long, text, dry: false };
  const { changed } = await must('POST', '/kimi/import-states', { as: admin, body: list });
  if (changed !== 1) throw new Error(`${changed} states changed instead of one`);
  const { accounts } = await must('GET', '/kimi/get-ad-accounts', { as: client, query: { q: adsId } });
  const replacement = { id: accounts[0]._id as string, reason: words.long };
  await must('POST', '/kimi/apply-replacement', { as: client, body: replacement });
}

/** `client` has 2,000 dollars or more and a proven address; `admin` decides. Every step has to succeed. */
export async function everythingOf(
  call: Calls,
  { client, admin, password }: { client: { token: string; _id: string }; admin: { token: string }; password: string },
  words: Words,
): Promise<Everything> {
  const must: Must = async (method, path, asked) => {
    const answer = await call(method, path, asked);
    if (answer.status > 202)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return answer.body;
  };
  made += 1;
  const adsId = `${made}-${Math.random().toString(36).slice(2, 8)}`;
  const ordered = await ordersOf(must, { client, admin }, words, adsId);
  const deposit = { adsId, money: 100, adType: 'Google' };
  await must('POST', '/kimi/create-google-adDeposit', { as: client, body: deposit });
  await must('POST', '/kimi/apply-refund', {
    as: client,
    body: { adsId, amount: 10, adType: 'Google', remarks: words.long },
  });
  await withdrawalsOf(must, { client, admin, password }, words, adsId);
  const topUp = {
    chargeMoney: '75',
    transactionId: `${words.name.slice(0, 90)}${made}${adsId}`,
    payway: 'USDT',
    remarks: words.long,
  };
  await must('POST', '/add-money', { as: client, form: topUp });
  const draft = { chargeMoney: words.short, transactionId: words.name, remarks: words.long };
  await must('PUT', '/kimi/keep-topup-draft', { as: client, form: draft });
  const newPaylink = await linksOf(must, client, words, adsId);
  await writtenByAdmins(must, { client, admin }, { ...deposit, money: 1 }, words);
  await suspendedAccount(must, { client, admin }, adsId, words);
  await replacedAccount(must, { client, admin }, `replaced ${adsId}`, words);
  await must('POST', '/kimi/send-request-email', {
    as: client,
    body: { emailId: 'buyer@gmail.com', adsId, adType: 'Google' },
  });
  const all = await call('GET', '/kimi/get-queue', { as: admin, query: { limit: '200' } });
  const sessions = await call('GET', '/kimi/get-sessions', { as: client });
  return {
    applyIds: [...ordered, ...all.body.requests.map((each: { applyId: string }) => each.applyId)],
    adsId,
    paylink: newPaylink._id,
    code: newPaylink.code,
    session: sessions.body.sessions[0]._id,
  };
}
