/** Asking for a share, and the two logs of what was asked. */
import { normalisedAdsId } from '#kernel/ids.ts';
import { insist, notFound, refusalOfFeature, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { tellOwners } from '#notices/tell.server.ts';
import { platforms, type Platform } from '#platforms/platforms.ts';
import { inBatches } from '#server/batches.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Mail } from '#server/mail.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { telegramAdmins } from '#telegram/telegram.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { exportShareLog, getGmailShareLog, getShareLog, sendRequestEmail } from './shares.api.ts';
import { insertShare, listShares, sharesNaming, type ShareListing, type ShareRow } from './shares.store.server.ts';
import { adsIdsNamed, strangeAmong } from './shares.ts';
import { words } from './shares.words.ts';

/** Far more than anybody shares; each is a row for good, and told to every admin. */
const mostSharesADay = 500;

export const sharesHandlers = [
  handle(sendRequestEmail, async ({ body, session, app, from }) => {
    await insistUnderLimit(app.db, [{ key: `share:${session.person}`, most: 120 }], per.hour);
    await insistUnderLimit(app.db, [{ key: `shares:${session.client}`, most: mostSharesADay }], per.day);
    const platform = body.adType === '' ? null : body.adType;
    insist(refusalOfFeature(app.features.now(), platform ?? undefined));
    await insistOnOwn(app, session, body.adsId, platform);
    const id = await app.db.transaction(async (tx) => {
      const publicId = await insertShare(tx, {
        client: session.client,
        email: body.emailId,
        adsId: body.adsId,
        platform,
      });
      await mailAdmins(tx, (to) => shareMail(to, session, body, app.config.publicUrl), { topic: 'share' });
      await telegramAdmins(app, tx, 'share', '/admin/logs/GmailShareLog');
      const text = `${session.email} asked us to share ${accountIn(body)} with ${body.emailId}.`;
      await tellOwners(tx, { client: session.client, text, link: '/accounts' }, sharedMail);
      await record(tx, {
        action: 'share.asked',
        actor: session.person,
        subject: session.client,
        from,
        after: { ...body, share: publicId },
      });
      return publicId;
    });
    app.events.hint('admins', 'notice');
    app.events.hint(session.client, 'notice');
    return { message: 'Email request sent successfully!', _id: id };
  }),

  handle(getShareLog, async ({ query, session, app }) => {
    const listed = await listShares(app.db, {
      client: session.client,
      platform: query.adType === '' ? undefined : query.adType,
      ...listingOf(query),
    });
    return {
      message: 'Shares fetched successfully',
      shares: listed.rows.map((row) => ({
        _id: row.publicId,
        emailId: row.email,
        adsId: row.adsId,
        adType: row.platform ?? '',
        createdAt: row.createdAt,
      })),
      total: listed.total,
      ...(listed.more ? { more: true } : {}),
      page: query.page,
      limit: query.limit,
    };
  }),

  handle(getGmailShareLog, async ({ query, app, reply }) => {
    const listed = await listShares(app.db, listingOf(query));
    void reply.header('x-total-count', String(listed.total));
    return listed.rows.map((row) => ({
      _id: row.publicId,
      userId: row.userPublicId,
      username: row.username,
      emailId: row.userEmail,
      phone: row.contact1,
      gmailShare: row.email,
      adsId: row.adsId,
      adType: row.platform ?? '',
      createdAt: row.createdAt,
    }));
  }),

  handle(exportShareLog, ({ query, session, app }) => {
    const { client } = session;
    const { q, oldestFirst } = listingOf(query);
    const platform = query.adType === '' ? undefined : query.adType;
    const rows = everyShare(app.db, { ...(client === undefined ? {} : { client }), platform, q, oldestFirst });
    const columns = client === undefined ? [...whose, ...columnsOfFile] : columnsOfFile;
    return spreadsheet('gmailShareLog.xlsx', words.logTitle, columns, rows, app.config.businessTz);
  }),
];

const whose: readonly SheetColumn<ShareRow>[] = [
  { header: words.username, type: 'text', width: 24, value: (row) => row.username },
  { header: words.email, type: 'text', width: 28, value: (row) => row.userEmail },
  { header: words.phone, type: 'text', value: (row) => row.contact1 },
];

const columnsOfFile: readonly SheetColumn<ShareRow>[] = [
  { header: words.gmailShare, type: 'text', width: 28, value: (row) => row.email },
  { header: words.platform, type: 'text', width: 12, value: (row) => row.platform ?? words.noAccount },
  { header: words.adsId, type: 'text', width: 30, value: (row) => row.adsId || words.noAccount },
  { header: words.created, type: 'time', value: (row) => row.createdAt },
];

type Every = Omit<ShareListing, 'page' | 'limit' | 'after'>;

/** All shares, of one client or of everybody, for files. */
export function everyShare(db: Database, listing: Every): AsyncGenerator<ShareRow> {
  return inBatches(async (last, limit) => {
    const { rows } = await listShares(db, { ...listing, page: 1, limit, after: last?.publicId ?? '' });
    return rows;
  });
}

/** The latest 50 shares that name this account. */
export async function sharesOfAccount(
  db: Database,
  { client, platform, adsId }: { client: bigint; platform: Platform; adsId: string },
): Promise<ShareRow[]> {
  const key = normalisedAdsId(adsId);
  const rows = await sharesNaming(db, { client, platform, key });
  return rows.filter(({ adsId }) => adsIdsNamed(adsId).some((each) => normalisedAdsId(each) === key)).slice(0, 50);
}

/**
 * A share names no account, or open accounts of this client. Somebody else's account is answered like one that is not
 * there, and like one that was theirs.
 */
async function insistOnOwn(app: App, session: ClientSession, adsId: string, platform: Platform | null): Promise<void> {
  if (adsId === '') return;
  const accounts = await Promise.all(
    (platform ? [platform] : platforms).map((each) => adAccountsOf(app.db, session.client, each)),
  );
  const strange = strangeAmong(
    adsId,
    accounts.flat().map((account) => account.adsId),
  );
  if (strange > 0)
    refuse({ ...notFound, message: `Ad account ${strange} of these is not among your open ones.`, field: 'adsId' });
}

const sharedMail = {
  subject: 'An ad account is to be shared',
  warning: 'If nobody of you did, change your password and write to us at once.',
  label: 'Open your ad accounts',
};

type Share = { emailId: string; adsId: string; adType: string };

const accountIn = ({ adType, adsId }: Share): string =>
  adType + adsId === '' ? 'an ad account' : `the ad account ${[adType, adsId].filter(Boolean).join(' ')}`;

function shareMail(to: string, client: ClientSession, share: Share, publicUrl: string): Mail {
  return {
    to,
    sender: client.client,
    // A name may hold any sentence; an address can't. The name stands behind it, as a quotation.
    subject: `New share request from ${client.email}`,
    lines: [`${client.email} asks to share ${accountIn(share)} with ${share.emailId}. The client’s name:`],
    quote: client.username,
    button: { label: 'Open the share log', url: `${publicUrl}/admin/logs/GmailShareLog` },
  };
}

function listingOf(query: { q: string; sort: string; page: number; limit: number; after: string }) {
  return {
    q: query.q,
    oldestFirst: query.sort === 'createdAt',
    page: query.page,
    limit: query.limit,
    after: query.after,
  };
}
