import * as z from 'zod/mini';
import { seenOnWire } from '#chain/evidence.api.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { email, idOf, money, moneyIn, nameLine, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { domain, webAddress } from '#kernel/webaddresses.ts';
import { transferId } from '#network/transferfield.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { paylinkKinds, paylinkStates } from './paylinks.ts';

/** A paylink as its owner sees it. */
const paylinkOnWire = shape('Paylink', {
  _id: z.string(),
  code: z.string(),
  /** The address to hand to the payer. */
  url: z.string(),
  paylinkType: z.enum(paylinkKinds),
  firstName: z.string(),
  lastName: z.string(),
  emailId: z.string(),
  country: z.string(),
  companyName: z.string(),
  website: z.string(),
  money,
  state: z.enum(paylinkStates),
  createdAt: time,
  expiresAt: time,
  /** The newest payment through it. */
  transaction: z.nullable(z.object({ applyId: z.string(), state: z.string(), remarks: z.string(), createdAt: time })),
});
export type Paylink = z.output<typeof paylinkOnWire>;

export const getPaylinks = endpoint({
  method: 'GET',
  path: '/kimi/get-paylinks',
  access: { client: 'Viewer' },
  summary: "The client's paylinks, newest first.",
  query: z.object(pageQuery(['-createdAt'])),
  output: z.object({ message: z.string(), paylinks: z.array(paylinkOnWire), ...pageAnswer }),
  trips: 2,
});

export const exportPaylinks = endpoint({
  method: 'GET',
  path: '/kimi/export-paylinks',
  access: { client: 'Viewer' },
  summary: "The client's paylinks as a spreadsheet, whole, narrowed as the list is.",
  query: z.object(pageQuery(['-createdAt'])),
  leavesTrace: { as: 'read.paylinks' },
  media: [spreadsheetType],
  trips: 10_000,
});

const payer = {
  firstName: nameLine(80, 'Please enter the first name.'),
  lastName: nameLine(80, 'Please enter the last name.'),
  emailId: email(),
  country: text(60, 'Please choose a country.'),
  money: moneyIn,
};

const website = text(2000, 'Please enter the website.').check(
  z.refine<string>((value) => z.safeParse(domain, value).success || z.safeParse(webAddress, value).success, {
    error: 'Please enter a website such as example.com.',
  }),
);

const created = z.object({ message: z.string(), newPaylink: paylinkOnWire });
const example = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'India', money: '250.00' };

export const createPaylinkIndividual = endpoint({
  method: 'POST',
  path: '/kimi/create-paylink-individual',
  access: { client: 'Finance' },
  summary: 'Makes a paylink for a person.',
  body: z.object(payer),
  output: created,
  trips: 7,
  refusals: ['limit.reached', 'idempotency.key_reused'],
  example,
});

export const createPaylinkCompany = endpoint({
  method: 'POST',
  path: '/kimi/create-paylink-company',
  access: { client: 'Finance' },
  summary: 'Makes a paylink for a company.',
  body: z.object({ ...payer, companyName: nameLine(160, 'Please enter the company name.'), website }),
  output: created,
  trips: 7,
  refusals: ['limit.reached', 'idempotency.key_reused'],
  example: { ...example, companyName: 'Lima Shoes', website: 'lima.example' },
});

export const revokePaylink = endpoint({
  method: 'PUT',
  path: '/kimi/revoke-paylink',
  access: { client: 'Finance' },
  summary: 'Withdraws an own paylink while it is open.',
  query: z.object({ id: idOf('paylink') }),
  output: z.object({ message: z.string(), paylink: paylinkOnWire }),
  trips: 6,
  refusals: ['not_found', 'paylink.not_open'],
});

/** An exact amount for a paylink: sent so, it needs neither hash nor picture. */
const declaredOnWire = shape('DeclaredPayment', {
  amount: money,
  networkName: z.string(),
  networkAddress: z.string(),
  createdAt: time,
  expiresAt: time,
  /** Whether it arrived for good. */
  arrived: z.boolean(),
  /** How far a transfer of this amount is on the chain; absent where none was seen, or it arrived. */
  seen: z.optional(seenOnWire),
});
export type DeclaredPayment = z.output<typeof declaredOnWire>;

/** A paylink as anybody who has its address sees it. */
const publicOnWire = shape('PublicPaylink', {
  code: z.string(),
  /** Who asks for the money. */
  requestedBy: z.string(),
  paylinkType: z.enum(paylinkKinds),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  money,
  state: z.enum(paylinkStates),
  expiresAt: time,
  /** Where to send it; null unless the link is open. */
  networkDetails: z.nullable(z.object({ networkName: z.string(), networkAddress: z.string() })),
  /** All that the payer may choose, that one first; none unless the link is open. */
  networks: z.array(z.object({ networkName: z.string(), networkAddress: z.string() })),
  /** Those of them on which an exact amount can be had. */
  declarable: z.array(z.string()),
  /** The exact amount on each network on which somebody asked for it; of a link that is paid, the one that arrived. */
  declared: z.array(declaredOnWire),
  /** Why the last payment was rejected, where it was. */
  rejected: z.nullable(z.string()),
  /** When the payment that is being checked or was approved was submitted. */
  submittedAt: z.nullable(time),
});
export type PublicPaylink = z.output<typeof publicOnWire>;

export const getPay = endpoint({
  method: 'GET',
  path: '/kimi/pay/:code',
  access: 'public',
  onePath: true,
  summary: 'What the public page of a paylink shows.',
  output: z.object({ message: z.string(), paylink: publicOnWire }),
  trips: 5,
  refusals: ['not_found'],
});

export const pay = endpoint({
  method: 'POST',
  path: '/kimi/pay/:code',
  access: 'public',
  onePath: true,
  file: 'photo',
  summary: "Tells of a payment through a paylink; it becomes a top-up of the link's owner.",
  body: z.object({
    transactionId: transferId,
    /** Which of the networks it was sent on; left out, the one of that address, or the default. */
    networkName: textOrEmpty(60),
    /** As it was shown to the payer; one that is no longer current is a conflict. */
    networkAddress: textOrEmpty(128),
  }),
  output: z.object({ message: z.string(), paylink: publicOnWire }),
  trips: 22,
  refusals: [
    'not_found',
    'paylink.processing',
    'paylink.paid',
    'paylink.expired',
    'paylink.revoked',
    'topup.taken',
    'topup.crowded',
    'network.changed',
    'proof.unreadable',
    'proof.too_large',
    'limit.reached',
  ],
  example: { transactionId: '6f1e0c…' },
});

export const declarePayment = endpoint({
  method: 'POST',
  path: '/kimi/declare-payment/:code',
  access: 'public',
  summary:
    'Answers the exact amount with which a paylink is paid without hash and picture: its cents tell the transfer from all others. Everybody who asks is told the same one.',
  body: z.object({
    /** Left out, the default network. */
    networkName: textOrEmpty(60),
  }),
  output: z.object({ message: z.string(), paylink: publicOnWire }),
  trips: 10,
  refusals: [
    'not_found',
    'paylink.processing',
    'paylink.paid',
    'paylink.expired',
    'paylink.revoked',
    'declaration.none',
    'declaration.unwatched',
    'limit.reached',
  ],
  example: { networkName: 'TRC20' },
});
