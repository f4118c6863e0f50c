/** What a person told the portal and what it keeps of them, as one JSON file that is written while it is read. */
import { Readable } from 'node:stream';
import { toDollars } from '#kernel/money.ts';
import { listAccounts, type AccountRow } from '#accounts/file.server.ts';
import { securityOf, type SecurityEvent } from '#audit/own.server.ts';
import { sessionsOf } from '#auth/sessions.server.ts';
import { everyNotice } from '#notices/notices.server.ts';
import { passkeysOf } from '#passkeys/passkeys.server.ts';
import { linksOf } from '#paylinks/ofclient.server.ts';
import { everyRequest } from '#requests/every.server.ts';
import { isShownToClient } from '#requests/hidden.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { takesOpeningFee } from '#kinds/facts.ts';
import { kindNamed, kindNames } from '#kinds/kinds.ts';
import { shownState, type Line } from '#requests/requests.ts';
import { everyMessage } from '#support/support.server.ts';
import { statementOf, type StatementLine } from '#requests/statement.server.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Session } from '#server/session.server.ts';
import { everyShare } from '#shares/shares.server.ts';
import { ownDraft } from '#topups/drafts.server.ts';
import { ownRow } from '#users/people.server.ts';
import { lineText } from '#wallet/lines.ts';
import { everyAddress } from '#withdrawals/addresses.server.ts';

export function dataExportOf(db: Database, session: Session): Readable {
  return Readable.from(written(db, session));
}

async function* written(db: Database, session: Session): AsyncGenerator<string> {
  const { person, client } = session;
  yield `{\n"writtenAt": ${JSON.stringify(new Date())},\n"profile": ${JSON.stringify(await ownRow(db, person))}`;
  yield* list('sessions', await sessionsOf(db, person), ({ address, agent, signed_in_at, expires_at }) => ({
    address,
    agent,
    signedInAt: signed_in_at,
    expiresAt: expires_at,
  }));
  yield* list(
    'securityLog',
    inBatches((last: SecurityEvent | undefined, limit) => securityOf(db, person, { limit, after: last?.publicId })),
    ({ publicId: _, ...event }) => event,
  );
  yield* list('passkeys', await passkeysOf(db, person), ({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt }));
  if (client !== undefined) {
    yield* list('requests', shownOf(everyRequest(db, { kinds: kindNames, client })), asRequest);
    yield* list(
      'statement',
      inBatches((last: StatementLine | undefined, limit) => statementOf(db, { client, limit, before: last?.line })),
      (line) => ({
        at: line.at,
        applyId: line.applyId,
        text: lineText(line),
        amount: toDollars(line.amountCents),
        balance: toDollars(line.balanceCents),
      }),
    );
    yield* list('adAccounts', accountsOf(db, client), asAccount);
    yield* list('shares', everyShare(db, { client, q: '', oldestFirst: false }), (share) => ({
      emailId: share.email,
      adsId: share.adsId,
      adType: share.platform ?? '',
      createdAt: share.createdAt,
    }));
    yield* list('payLinks', linksOf(db, client), (link) => ({
      _id: link.publicId,
      kind: link.kind,
      payer: {
        firstName: link.firstName,
        lastName: link.lastName,
        emailId: link.email,
        country: link.country,
        companyName: link.companyName,
        website: link.website,
      },
      money: toDollars(link.amountCents),
      state: link.state,
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
    }));
    yield* list('messages', everyMessage(db, client), (message) => ({
      about: message.subject,
      at: message.at,
      by: message.side === 'client' ? message.by : 'Support',
      text: message.text,
    }));
    yield* list('withdrawalAddresses', await everyAddress(db, client), (address) => address);
    yield* list('topupDraft', await ownDraft(db, { person, client }), (draft) => draft);
    yield* list('notices', everyNotice(db, person), ({ id: _, ...notice }) => notice);
  }
  yield '\n}\n';
}

/** `,"name": [ … ]`, a row a line. */
async function* list<Row>(
  name: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  show: (row: Row) => unknown,
): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let first = true;
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(show(row))}`;
    first = false;
  }
  yield first ? ']' : '\n]';
}

async function* shownOf(rows: AsyncIterable<ListedRequest>): AsyncGenerator<ListedRequest> {
  for await (const row of rows) if (isShownToClient(row)) yield row;
}

function accountsOf(db: Database, client: bigint) {
  const all = { client, platform: '', state: '', q: '', up: true, page: 1 } as const;
  return inBatches((last: AccountRow | undefined, limit) =>
    listAccounts(db, { ...all, limit, after: last?.publicId ?? '' }),
  );
}

function asAccount(account: AccountRow) {
  return {
    adsId: account.adsId,
    platform: account.platform,
    nickname: account.nickname,
    state: account.state,
    balance: toDollars(account.balanceCents),
    applyId: account.applyId,
    openedAt: account.openedAt,
    closedAt: account.closedAt,
  };
}

/** `typed`: the client filled its fields in. */
function lineOf({ adsId, email, timeZone, amountCents, feeCents, details }: Line, typed: boolean) {
  const [amount, fee] = [toDollars(BigInt(amountCents)), toDollars(BigInt(feeCents))];
  return { adsId, amount, fee, ...(typed ? { email, timeZone, ...details } : {}) };
}

function asRequest(request: ListedRequest) {
  return {
    applyId: request.applyId,
    kind: request.kind,
    platform: request.platform ?? '',
    state: shownState(request),
    amount: toDollars(request.amountCents),
    fee: toDollars(request.feeCents),
    openingFee: toDollars(request.openingFeeCents),
    total: toDollars(request.totalCents),
    received: request.receivedCents === null ? null : toDollars(request.receivedCents),
    adsId: request.adsId,
    transactionId: request.transactionId,
    networkName: request.details['networkName'],
    networkAddress: request.details['networkAddress'],
    lines: request.lines.map((line) => lineOf(line, takesOpeningFee(kindNamed(request.kind)))),
    clientRemarks: request.clientRemarks,
    remarks: request.remarks,
    reversalReason: request.reason,
    createdAt: request.createdAt,
    decidedAt: request.decidedAt,
    reversedAt: request.reversedAt,
  };
}
