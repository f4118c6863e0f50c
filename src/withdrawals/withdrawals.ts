/** What a withdrawal may be, for the form and the server alike. What it is and what it moves: kinds/withdrawal.ts. */
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { paidToUs } from '#signals/signals.ts';
import { faultOfAddress, knownNetworks, networkNamed } from '#network/addresses.ts';

/** Under which name the form keeps the key of its attempt. */
export const attemptName = 'withdrawal';

/** What of an earlier one is filled into the form to send it again: an empty note, too, in place of another one. */
export const filledIn = ['amount', 'networkName', 'networkAddress', 'remarks'] as const;

type Again = Record<(typeof filledIn)[number], string>;

export function againOf(row: Omit<Again, 'amount' | 'remarks'> & { amount: Cents; clientRemarks: string }): Again {
  const { amount, networkName, networkAddress, clientRemarks: remarks } = row;
  return { amount: dollarsText(amount), networkName, networkAddress, remarks };
}

/** Why money can't be sent to this address, or undefined. Only networks whose addresses can be checked are paid to. */
export function refusalOfDestination(networkName: string, networkAddress: string): Refusal | undefined {
  if (networkNamed(networkName) === undefined)
    return invalid('networkName', `Please choose a network that we pay to: ${knownNetworks.join(', ')}.`);
  const fault = faultOfAddress(networkName, networkAddress);
  return fault === undefined ? undefined : invalid('networkAddress', fault);
}

export const ownAddress: Refusal = {
  code: 'withdrawal.own_address',
  message: 'This is an address of ours, to which clients pay us. Please enter an address of your own.',
  status: 400,
  field: 'networkAddress',
};

/** It became ours after it was asked for: only rejecting it is left. */
export const paidToUsInstead: Refusal = { code: ownAddress.code, message: paidToUs, status: 409 };

/**
 * The known address that this one could be taken for: whoever poisons a history makes one that begins and ends alike.
 */
export function lookAlike(address: string, known: readonly string[]): string | null {
  const ends = (text: string) => {
    const plain = text.replace(/^0x/, '').toLowerCase();
    return `${plain.slice(0, 4)} ${plain.slice(-4)}`;
  };
  return known.find((other) => other !== address && ends(other) === ends(address)) ?? null;
}

export const unverified: Refusal = {
  code: 'withdrawal.email_unverified',
  message: 'Please confirm your e-mail address first. Withdrawals need a confirmed address.',
  status: 403,
};

export const addressKnown: Refusal = {
  code: 'withdrawal.address_known',
  message: 'This address is in your address book already.',
  status: 409,
  field: 'networkAddress',
};

export const mostAddresses = 50;

export const tooManyAddresses: Refusal = {
  code: 'withdrawal.too_many_addresses',
  message: `Your address book is full: it holds ${mostAddresses} addresses. Please remove one first.`,
  status: 409,
};

export const codeMissing: Refusal = {
  code: 'auth.otp_required',
  message: 'Please enter the code from your authenticator app.',
  status: 400,
  field: 'otp',
};

/** Why this wallet can't pay so much out, or undefined. In a race the database says the same. */
export function refusalToWithdraw(amount: Cents, walletCents: Cents): Refusal | undefined {
  if (amount <= walletCents) return undefined;
  return {
    code: 'wallet.insufficient',
    message: `Your wallet holds only ${usd(walletCents)}. Please enter less.`,
    status: 402,
    field: 'amount',
  };
}
