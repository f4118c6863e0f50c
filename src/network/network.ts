/**
 * The payment network is where clients send USDT: a name and an address. One version is shown at a time; the others are
 * kept, as a transfer may arrive long after the address was changed.
 */
import { hashOf } from '#kernel/transfers.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { faultOfAddress, networkNamed } from './addresses.ts';

export type Network = { readonly networkName: string; readonly networkAddress: string };

/** Both are judged together: an address is right or wrong on its network only. */
export function refusalToNetwork({ networkName, networkAddress }: Network): Refusal | undefined {
  if (/\s/.test(networkAddress)) return invalid('networkAddress', 'An address has no spaces. Please copy it again.');
  const fault = faultOfAddress(networkName, networkAddress);
  return fault === undefined ? undefined : invalid('networkAddress', fault);
}

/** The payer saw an address that is no longer the one to pay to. Nobody shown at all is no conflict. */
export function refusalToStaleAddress(shown: string, current: Network | undefined): Refusal | undefined {
  if (shown === '' || shown === current?.networkAddress) return undefined;
  return {
    code: 'network.changed',
    message:
      'The payment address has changed since this form was opened. Please look at the new address before you send anything.',
    status: 409,
    field: 'networkAddress',
  };
}

const explorers = {
  TRC20: { transfer: 'https://tronscan.org/#/transaction/', address: 'https://tronscan.org/#/address/' },
  ERC20: { transfer: 'https://etherscan.io/tx/', address: 'https://etherscan.io/address/' },
  BEP20: { transfer: 'https://bscscan.com/tx/', address: 'https://bscscan.com/address/' },
} as const;

/**
 * Where anybody can look a transfer up, if the network is a known one and the transaction id counts as a hash: never a
 * link as it was typed, nor a transfer that this id does not claim.
 */
export function explorerLink(networkName: string, transactionId: string): string | undefined {
  const network = networkNamed(networkName);
  const hash = hashOf(transactionId);
  if (network === undefined || hash === undefined) return undefined;
  return `${explorers[network].transfer}${network === 'TRC20' ? '' : '0x'}${hash}`;
}

/** Where anybody can look an address up, if it is one of a known network. */
export function addressLink(networkName: string, networkAddress: string): string | undefined {
  const network = networkNamed(networkName);
  if (network === undefined || faultOfAddress(networkName, networkAddress) !== undefined) return undefined;
  return `${explorers[network].address}${networkAddress.trim()}`;
}

export const nothingWaits: Refusal = {
  code: 'network.not_waiting',
  message: 'Nothing about this network waits for a confirmation.',
  status: 409,
};
export const sameNetwork: Refusal = {
  code: 'network.same',
  message: 'This is the network and address that clients already see.',
  status: 409,
};
