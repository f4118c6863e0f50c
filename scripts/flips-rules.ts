/**
 * What the second edition decides outside of the database, as flips-lock.ts has the rest: signals, thresholds, roles,
 * what ad accounts spent and what is left, settlement, refills, passkeys. `rules` are pure and tried by `npm run
 * prove`; `guards` need a portal, and `npm run flip -- guards` tries them.
 */
import { swap, testOf, type Flip, type Group } from './flip-words.ts';

/** The file without `src/` and `.ts`, the rule, the wrong rule, and the tests that should see it. */
type Rule = readonly [file: string, rule: string, otherwise: string, ...tests: string[]];

const signals: readonly Rule[] = [
  ['known.sendersClients > 0 && ', ''],
  ['known.sendersClients < exchangeClients', 'known.sendersClients <= exchangeClients'],
  ['> 24 * hourMs', '> 25 * hourMs'],
  ['[known.differs,', '[false,'],
  ['known.toOldAddress,', 'false,'],
  ['[known.pictureSeen,', '[false,'],
  ['[known.alsoClaimed,', '[false,'],
  ['[known.declaredByAnother,', '[false,'],
  ['known.unsent >= manyUnsent', 'known.unsent > manyUnsent'],
  ['known.paysOut && ', ''],
  ['earlier.length > 0 && ', ''],
  ['isRecent(known.passwordChangedAt)', 'false'],
  ['isRecent(known.emailChangedAt)', 'false'],
  ['< recentMs && at <= createdAt', '<= recentMs && at <= createdAt'],
  ['known.rejections >= manyRejections', 'known.rejections > manyRejections'],
  ['known.amountCents <= most', 'known.amountCents < most'],
  ['most * 95n', 'most * 94n'],
  ['to?.ofAnotherClient === true', 'false'],
  ['to?.own === true', 'false'],
  [`typeof to?.looksLike === 'string'`, 'false'],
  ['paidBefore === 0 && ', ''],
  ['(addedAt ?? askedSince)', 'askedSince'],
].map(([rule, otherwise]) => ['signals/signals', rule!, otherwise!, 'signals/signals.test']);

const pure: readonly Rule[] = [
  ...signals,
  // who may
  ['kernel/access', 'role === all || ', '', 'access.test'],
  ['kernel/access', ' || roles.includes(least)', '', 'access.test'],
  ['kernel/access', 'roles.includes(role) || ', '', 'access.test'],
  // which ids are the same transfer
  ['network/transferids', 'hashes.size > 1 || ', '', 'network/transferids.test'],
  ['network/transferids', ' || isNearlyHash(rest)', '', 'network/transferids.test'],
  ['network/transferids', 'const fewestOfAHash = 40', 'const fewestOfAHash = 64', 'network/transferids.test'],
  // which network a name means
  ['network/addresses', `said.join('') === plain && `, '', 'network/addresses.test'],
  // what was spent and what is left
  ['ledger/spending', '(micros + microsPerCent - 1n)', 'micros', 'ledger/spending.test'],
  ['ledger/spending', 'left > 0n ? left : 0n', 'left', 'ledger/spending.test'],
  ['ledger/spending', '?? funds.balanceCents', '?? 0n', 'ledger/spending.test'],
  ['ledger/spending', '> trustedHours * hourMs', '> (trustedHours + 1) * hourMs', 'ledger/spending.test'],
  ['ledger/runway', ' || isStale(lastDay, now)', '', 'ledger/runway.test'],
  ['ledger/runway', `state !== 'Active' || `, '', 'ledger/runway.test'],
  ['ledger/runway', 'idle.days >= idleDays', 'idle.days > idleDays', 'ledger/runway.test'],
  ['ledger/runway', ' * BigInt(pace.days) * 10n', ' * 10n', 'ledger/runway.test'],
  ['chain/evidence.words', 'saysHowMuch && isWhatArrived(evidence, amount)', 'saysHowMuch', 'chain/evidence.test'],
  ['chain/evidence.words', 'return credited === receivedMoney', 'return true', 'chain/evidence.test'],
  [
    'chain/evidence.words',
    'unitsOfText(amount, mostPlaces) === unitsOf(credited, mostPlaces)',
    'true',
    'chain/evidence.test',
  ],
  ['chain/evidence.words', '!isWhatArrived(evidence, claimed.announced)', 'false', 'chain/evidence.test'],
  [
    'topups/arrived',
    'against === againstIt(row.evidence, claimedBy(row), now, credited)',
    'true',
    'queue/verdicts.test',
  ],
  ['queue/verdicts', '=== readOf(row, verdict)', '!== undefined', 'queue/verdicts.test'],
];

const autoCredit = 'topups/autocredit.server.test';
const declarations = 'topups/declarations.server.test';
const decisions = 'queue/decisions.server.test';
const guards: readonly Rule[] = [
  // what takes a second admin
  ['settings/settings', '(day[whose].get(rule) ?? 0n) + amount', 'amount', 'requests/thresholds.server.test'],
  ['settings/settings', `['corrections', returned]`, `['corrections']`, 'requests/givenback.server.test'],
  ['settings/settings', `['client', 'admin'] as const) {`, `['client'] as const) {`, 'requests/thresholds.server.test'],
  ['settings/settings', `['client', 'admin'] as const) {`, `['admin'] as const) {`, 'requests/thresholds.server.test'],
  ['requests/thresholds.server', `['To pay', 'Approved']`, `['Approved']`, 'requests/thresholds.server.test'],
  [
    'requests/thresholds.server',
    `leaving, states: ['Reversed']`,
    `leaving, states: []`,
    'requests/thresholds.server.test',
  ],
  ['requests/thresholds.server', 'return [returnsAs(one)!]', 'return []', 'requests/givenback.server.test'],
  ['requests/thresholds.server', 'if (second) throw', 'if (!second) throw', 'requests/thresholds.server.test'],
  ['topups/autocredit.server', '!isKnown && ', 'false && ', autoCredit],
  ['topups/autocredit.server', ' && !signals.has(applyId)', '', autoCredit],
  ['topups/autocredit.server', '(complete || agreed > 1)', 'true', autoCredit],
  // where money was sent, and is still asked for
  ['topups/declarations.server', 'isAmong(shown, row) ? networkAddress : null', 'networkAddress', declarations],
  ['signals/signals.server', 'arrivedAt !== null && !isAmong', 'false && !isAmong', 'topups/oldaddress.server.test'],
  ['signals/signals.server', `or e.verdict = 'TooOld' and`, 'or false and', 'topups/arrived.server.test'],
  [
    'signals/signals.server',
    'n.hash = e.hash and q.client',
    'false and q.client',
    'queue/signals.server.test > a transaction',
  ],
  [
    'signals/signals.server',
    'own.wanted_cents',
    'own.wanted_cents / 100 * 100',
    'queue/signals.server.test > a declared',
  ],
  ['signals/signals.server', `r.decided_at < now()`, 'true', 'topups/oldaddress.server.test'],
  // what may be on its way to who leaves
  [
    'topups/onitsway.server',
    'arriving: pairs.filter(({ transfer }) => transfer !== undefined).length',
    'arriving: 0',
    'clients/onitsway.server.test',
  ],
  [
    'topups/onitsway.server',
    'own: open.filter((paylink) => paylink === null).length',
    'own: 0',
    'clients/onitsway.server.test',
  ],
  [
    'topups/onitsway.server',
    'links: new Set(open.filter((paylink) => paylink !== null)).size',
    'links: 0',
    'clients/onitsway.server.test',
  ],
  // what is listed at our addresses
  ['chain/chains.server', 'least(listed.map(({ mark }) => mark))', 'listed[0]!.mark', 'chain/unread.server.test'],
  ['chain/watcher.server', 'complete ? goneSeconds : goneAloneSeconds', 'goneSeconds', 'chain/unread.server.test'],
  ['chain/watcher.server', 'if (!lookBack || mark === undefined) continue;', 'continue;', 'chain/unread.server.test'],
  ['chain/watcher.server', 'held ||= !listed.complete ||', 'held ||=', 'chain/unread.server.test'],
  ['chain/networks', 'behind: 24_000', 'behind: 8_000', 'chain/watcher.server.test > of blocks of 0.45 s'],
  ['topups/dryrun', 'cents > twoNodesAboveCents ? 2', 'false ? 2', autoCredit],
  ['topups/dryrun', 'clientDay > limits.clientDayCents', 'false', autoCredit],
  // proposals
  [
    'proposals/proposals.server',
    'proposal.by === by',
    'false',
    'settings/secondpair.server.test',
    'network/network.server.test',
  ],
  ['requests/deciding.server', 'only ?? own.verdict', 'own.verdict', 'corrections/corrections.server.test'],
  [
    'requests/deciding.server',
    `verdict === 'cancel' ? null : decidedByName`,
    'decidedByName',
    'queue/queue.server.test',
  ],
  ['requests/verdictchange.server', 'isYes && takesWhatArrives(kind)', 'isYes', 'requests/unheard.server.test'],
  ['requests/verdictchange.server', '(await payableFrom(db, id)) !== null', 'true', 'withdrawals/wait.server.test'],
  ['proposals/proposals.server', 'proposal?.publicId !== publicId', '!proposal', 'network/network.server.test'],
  ['proposals/proposals.server', `proposal.byRole !== 'Admin' && `, 'false && ', 'queue/inbox.server.test'],
  // refills
  ['runway/refill', 'put < leastDepositCents', 'false', 'runway/refill.server.test'],
  ['runway/refill', 'walletAfter >= leave', 'walletAfter >= 0n', 'runway/refill.server.test'],
  ['runway/refill', 'mostRefusals = 3', 'mostRefusals = 4', 'runway/refill.server.test'],
  ['runway/refill.server', 'now.putCents + putCents > rule.dayCents', 'false', 'runway/refill.server.test'],
  ['users/clients.server', 'if (owners.length > 0) await', 'if (false) await', 'shares/shares.server.test'],
  // settlement
  ['spend/settling', `if (month.missing > 0) return 'missing';`, '', 'spend/settling.server.test'],
  ['spend/settling', `if (month.open > 0) return 'open';`, '', 'spend/settling.server.test'],
  ['spend/settling', 'month.cents > month.balanceCents', 'false', 'spend/settling.server.test'],
  // what a platform says of days of two accounts
  ['spend/connected.server', 'day >= opened && day < since', 'false', 'spend/connected.server.test'],
  ['spend/connected.server', 'until !== null && until < to ? until : to', 'to', 'spend/connected.server.test'],
  // what a platform says in which currency
  ['connections/running.server', ' || isNothing', ' || !currency', 'connections/connections.server.test'],
  ['connections/running.server', `currency === 'USD' || isN`, 'true || isN', 'connections/connections.server.test'],
  // which fees are taken, and which come back
  ['requests/fees', 'takesFee(kindNamed(kind)) ? feeCents : 0n', 'feeCents', 'desk/fees.server.test'],
  ['requests/fees', 'totalCents - amountCents : 0n', 'feeCents : 0n', 'desk/fees.server.test'],
  ['spend/settling.server', `details['month'] !== month`, 'false', 'spend/settling.server.test'],
  [
    'telegram/bot.server',
    'answer?.ok === false && answer.error_code === status ? status : undefined',
    'status',
    'telegram/telegram.server.test',
  ],
  // passkeys
  [
    'passkeys/ceremony.server',
    'requireUserVerification: true,\n      supportedAlgorithmIDs',
    'requireUserVerification: false,\n      supportedAlgorithmIDs',
    'passkeys/passkeys.server.test',
  ],
  [
    'passkeys/ceremony.server',
    'requireUserVerification: true,\n    credential',
    'requireUserVerification: false,\n    credential',
    decisions,
  ],
  ['passkeys/ceremony.server', 'if (taken) await record', 'await record', 'auth/passkey.server.test'],
  ['passkeys/ceremony.server', 'expected.person === undefined || key.person === expected.person', 'true', decisions],
  ['passkeys/ceremony.server', `timingSafeEqual(digestOf(nonce, decision ?? ''), challenge)`, 'true', decisions],
  ['passkeys/passkeys.store.server', 'counter < $2 or', 'counter <= $2 or', 'auth/passkey.server.test'],
  ['passkeys/passkeys.store.server', '\n       and expires_at > now() returning', ' returning', decisions],
  ['passkeys/passkeys.store.server', 'session is not distinct from $3', '($3::bigint is null or true)', decisions],
  ['queue/decisions.server', 'amounts.every(', 'amounts.some(', decisions],
  ['queue/decisions.server', ' && !requests.some(({ kind }) => alwaysAsks(kindNamed(kind)))', '', decisions],
  ['queue/decisions.server', ` || kind.askedBy === 'admin'`, '', decisions],
  ['settings/admins.server', 'await deletePasskeysOf(tx, admin.id);', '', 'settings/admins.server.test'],
  ['settings/admins.server', 'if (proved) await queueMail', 'await queueMail', 'settings/admins.server.test'],
  ['settings/admins.server', 'await unlinkChat(tx, { person: admin.id });', '', 'settings/admins.server.test'],
  ['auth/auth.server', 'await deletePasskeysOf(tx, id)', '0', 'roles.server.test'],
  ['auth/auth.server', 'proved || adminRole === null', 'proved', 'auth/passkey.server.test'],
  ['auth/auth.server', 'proved || adminRole === null', 'true', 'auth/passkey.server.test'],
  ['auth/proofs.server', 'day: 50', 'day: 51', 'auth/twofactor.server.test'],
  ['server/rates.server', 'sparedOf.made(session) <= sparedPerMinute', 'true', 'server/rates.server.test'],
  // whose clock counts, and what is told, mailed and kept whole
  ['queue/telling.store.server', 'or t.until > clock_timestamp() returning', 'returning', 'queue/telling.server.test'],
  ['server/jobs.server', 'or jobs.last_started_at > clock_timestamp()', '', 'server/jobs.server.test'],
  ['server/jobs.server', ', others]', ']', 'server/jobs.server.test'],
  ['support/support.store.server', 't.last_message <=', 'true or t.last_message <=', 'support/support.server.test'],
  ['support/support.store.server', 'excluded.last_message - 1', 't.${other}_mailed', 'support/support.server.test'],
  [
    'server/segments.server',
    'at += writeSync(file, bytes, at)',
    'at += writeSync(file, bytes, at) + bytes.length',
    'server/segments.server.test',
  ],
  // transfers
  ['chain/looks.server', 'claim.counted.union(declared)', 'claim.counted', 'topups/arrivals.server.test'],
  ['chain/evidence.server', `.filter(({ state }) => state !== 'Reversed')`, '', 'topups/arrivals.server.test'],
  ['chain/declared.server', `and not r.details ? 'declaration'`, '', 'topups/arrivals.server.test'],
  ['chain/declared.server', `r.details ->> 'paylink' is not distinct`, `'' is distinct`, 'topups/arrivals.server.test'],
  ['chain/evidence.store.server', `in ('Pending', 'Reversed')`, `= 'Pending'`, 'chain/looks.server.test'],
  ['chain/verdict', 'credited !== undefined && lines.length > 1', 'false', 'chain/looks.server.test'],
  ['chain/verdict', 'lines.length === 1 && ', '', 'chain/verdict.test'],
  ['chain/transfers.store.server', `holder.state = 'Reversed' and`, 'false and', 'topups/arrivals.server.test'],
  [
    'chain/evidence.store.server',
    'then coalesce(r.received_cents, r.amount_cents) end as credited',
    'then r.amount_cents end as credited',
    'chain/looks.server.test',
  ],
  ['chain/evidence.server', `whole.state === 'Reversed'`, 'false', 'chain/looks.server.test'],
  ['topups/arrived.server', 'receivedCents ?? null', 'undefined', 'topups/arrived.server.test'],
  ['topups/arrived.server', ' || acknowledged', ' || true', 'topups/arrived.server.test'],
  ['topups/arrivals.server', 'if (await isToldOf()) return;\n    await', 'await', 'topups/arrivals.server.test'],
  ['withdrawals/sent.server', 'credited !== undefined', 'false', 'withdrawals/sent.server.test'],
  ['kinds/withdrawal', `release: 'refuseOwnAddress', `, '', 'withdrawals/ownaddress.server.test'],
  ['withdrawals/destinations.server', 'refuse(paidToUsInstead)', 'void 0', 'withdrawals/ownaddress.server.test'],
  // what a node that stood still goes on with
  ['server/jobs.server', 'holder, lease))) end();', 'holder, lease))) return;', 'connections/turns.server.test'],
  ['connections/running.server', 'to);\n  if (stop.aborted) return;', 'to);', 'connections/turns.server.test'],
];

export function ruleFlips(): Flip[] {
  const written = (group: Group, rules: readonly Rule[]) =>
    rules.map(([name, rule, otherwise, ...tests]): Flip => ({
      group,
      what: `${name}, ${rule}: ${otherwise}`,
      file: `src/${name}.ts`,
      change: swap(rule, otherwise),
      tests: tests.map(testOf),
    }));
  return [...written('rules', pure), ...written('guards', guards)];
}
