/** The calls about withdrawals. */
import * as z from 'zod/mini';
import { evidenceOnWire } from '#chain/evidence.api.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { enteredPassword, idOf, money, moneyIn, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { transferId } from '#network/transferfield.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { acknowledged, action, verdictBody, verdictRefusals } from '#requests/verdict.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';
import { signalsOnWire } from '#signals/signals.api.ts';
import { destinationOnWire } from './destination.api.ts';

const withdrawalOnWire = shape('Withdrawal', {
  ...requestOnWire,
  amount: money,
  networkName: z.string(),
  networkAddress: z.string(),
  userId: personOnWire,
  /**
   * Nothing is paid before, as the address is new or password or e-mail address were changed; null where nothing waits.
   */
  payableFrom: z.nullable(time),
  /** Told to admins only, as is what follows. */
  destination: z.optional(destinationOnWire),
  /** What the chain says of the transfer that paid it; absent where nobody looked. */
  evidence: z.optional(evidenceOnWire),
  /** Facts that make whoever decides look twice; absent where there is none, or it was decided. */
  signals: z.optional(signalsOnWire),
});

const listOutput = z.object({ message: z.string(), withdrawals: z.array(withdrawalOnWire), ...pageAnswer });

export const applyWithdrawal = endpoint({
  method: 'POST',
  path: '/kimi/apply-withdrawal',
  access: { client: 'Owner' },
  summary:
    'Asks for wallet money to be sent to a USDT address of one’s own; it is held until an admin decides. Needs the password, a verified e-mail address, and the second factor where there is one.',
  body: z.object({
    amount: moneyIn,
    networkName: text(40, 'Please choose a network.'),
    networkAddress: text(128, 'Please enter the address to send to.'),
    password: enteredPassword,
    /** A code of the authenticator app, or a recovery code: asked of whoever has switched two-factor sign-in on. */
    otp: textOrEmpty(40),
    remarks: textOrEmpty(500),
  }),
  output: z.object({ message: z.string(), wallet: money, withdrawal: withdrawalOnWire }),
  trips: 27,
  refusals: [
    'withdrawal.email_unverified',
    'withdrawal.own_address',
    'withdrawal.too_many_addresses',
    'user.wrong_password',
    'auth.otp_required',
    'auth.wrong_otp',
    'wallet.insufficient',
    'limit.reached',
    'idempotency.key_reused',
  ],
  example: {
    amount: 250,
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: 'a long secret',
  },
});

export const getWithdrawals = endpoint({
  method: 'GET',
  path: '/kimi/get-withdrawals',
  access: { client: 'Viewer' },
  summary: "The client's own withdrawals, newest first.",
  query: z.object(pageQuery(['-createdAt'])),
  output: listOutput,
  trips: 3,
});

export const getPendingWithdrawals = endpoint({
  method: 'GET',
  path: '/kimi/get-pending-withdrawals',
  access: { admin: 'Support' },
  summary: 'Withdrawals that wait for a decision, oldest first; `state` widens.',
  query: z.object(pageQuery(['createdAt'])),
  output: listOutput,
  trips: 10,
});

export const getApprovedWithdrawals = endpoint({
  method: 'GET',
  path: '/kimi/get-approved-withdrawals',
  access: { admin: 'Support' },
  summary: 'Withdrawals that were sent, newest first.',
  query: z.object(pageQuery(['-createdAt'])),
  output: listOutput,
  trips: 10,
});

export const getWithdrawalsToPay = endpoint({
  method: 'GET',
  path: '/kimi/get-withdrawals-to-pay',
  access: { admin: 'Support' },
  summary: 'Withdrawals that two admins approved and nobody has paid yet, oldest first.',
  query: z.object(pageQuery(['createdAt'])),
  output: listOutput,
  trips: 10,
});

/** Where a node was asked about the transfer that is named. */
const payoutRefusals = ['withdrawal.not_paid', 'withdrawal.unproven'];

export const payWithdrawal = endpoint({
  method: 'PUT',
  path: '/kimi/pay-withdrawal',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey',
  summary:
    'Names the transfer that paid a withdrawal which is to be paid: the money has left. What changed since two admins agreed holds it up, as it does an approval; with the second pair of eyes on, letting it pass takes another admin (202).',
  query: z.object({ applyId: idOf('request') }),
  /** `letPass` says why what should wait again is not held up. */
  body: z.object({ transactionId: transferId, letPass: textOrEmpty(500), acknowledged }),
  output: z.object({ message: z.string(), withdrawal: withdrawalOnWire }),
  trips: 30,
  also202: true,
  refusals: [
    'not_found',
    'request.not_to_pay',
    'request.payment_waits',
    'withdrawal.already_decided',
    'withdrawal.waits',
    ...payoutRefusals,
  ],
  example: { transactionId: 'a3f1…' },
});

export const approveWithdrawal = endpoint({
  method: 'PUT',
  path: '/kimi/approve-withdrawal',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey',
  summary:
    'Approves a withdrawal with the transaction ID of the payment, or rejects it with a reason that the client reads. Where a second admin is asked (202) it takes no transaction ID and is to be paid once that admin agreed; until it is paid, rejecting takes it back.',
  query: z.object({ applyId: idOf('request'), action }),
  /** `letPass` says why a payout that should still wait is not held up. */
  body: z.extend(verdictBody, { letPass: textOrEmpty(500), acknowledged }),
  output: z.object({ message: z.string(), withdrawal: withdrawalOnWire }),
  // Tried once more where others approved too much at the same moment.
  trips: 43,
  also202: true,
  refusals: [
    ...verdictRefusals('withdrawal'),
    'request.pays_later',
    'withdrawal.own_address',
    'request.payment_waits',
    'withdrawal.waits',
    ...payoutRefusals,
  ],
  example: { transactionId: 'a3f1…' },
});

const addressOnWire = shape('WithdrawalAddress', {
  _id: z.string(),
  label: z.string(),
  networkName: z.string(),
  networkAddress: z.string(),
  addedAt: time,
  /** Who added it. */
  addedBy: z.string(),
  /** Nothing is paid there before; null where nothing has to wait any more. */
  payableFrom: z.nullable(time),
});

const label = textOrEmpty(80);

export const getWithdrawalAddresses = endpoint({
  method: 'GET',
  path: '/kimi/get-withdrawal-addresses',
  access: { client: 'Viewer' },
  summary: "The client's address book for withdrawals, newest first, and how long a new address waits.",
  output: z.object({ message: z.string(), addresses: z.array(addressOnWire), waitHours: z.number() }),
  trips: 3,
});

export const addWithdrawalAddress = endpoint({
  method: 'POST',
  path: '/kimi/add-withdrawal-address',
  access: { client: 'Owner' },
  summary:
    'Adds an address to the address book; its wait begins. Needs what a withdrawal needs: the password, a verified e-mail address, and the second factor where there is one.',
  body: z.object({
    label,
    networkName: text(40, 'Please choose a network.'),
    networkAddress: text(128, 'Please enter the address to send to.'),
    password: enteredPassword,
    otp: textOrEmpty(40),
  }),
  output: z.object({ message: z.string(), address: addressOnWire }),
  trips: 25,
  refusals: [
    'withdrawal.email_unverified',
    'withdrawal.own_address',
    'withdrawal.address_known',
    'withdrawal.too_many_addresses',
    'user.wrong_password',
    'auth.otp_required',
    'auth.wrong_otp',
    'limit.reached',
  ],
  example: {
    label: 'Cold wallet',
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: 'a long secret',
  },
});

export const renameWithdrawalAddress = endpoint({
  method: 'PUT',
  path: '/kimi/rename-withdrawal-address',
  access: { client: 'Owner' },
  summary: 'Gives an address of the address book another label.',
  query: z.object({ id: idOf('withdrawal address') }),
  body: z.object({ label }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 6,
  refusals: ['not_found'],
  example: { label: 'Cold wallet' },
});

export const removeWithdrawalAddress = endpoint({
  method: 'PUT',
  path: '/kimi/remove-withdrawal-address',
  access: { client: 'Owner' },
  summary:
    'Takes an address out of the address book; added again, it is new again. What was asked for stays asked for.',
  query: z.object({ id: idOf('withdrawal address') }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 6,
  refusals: ['not_found'],
});
