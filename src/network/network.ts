/**
 * A payment network is where clients send USDT: a name and an address. One is the default, others may be offered beside
 * it. One version of this is shown at a time; the others are kept, as a transfer may arrive long after a change.
 */
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { checkedAs, comparedAddress, faultOfAddress } from './addresses.ts';
import { hashOf } from './transferids.ts';

export type Network = { readonly networkName: string; readonly networkAddress: string };

/** What clients are shown: the default, and what they may choose instead. */
export type Shown = Network & { readonly beside: readonly Network[] };

/** Whether two names mean one network, however they are written. */
function isSameNetwork(one: string, other: string): boolean {
  return meant(one) === meant(other);
}

function meant(name: string): string {
  return checkedAs(name) ?? name.trim().toLowerCase();
}

/** All that are shown, the default first. */
export function allOf(shown: Shown | undefined): readonly Network[] {
  return shown ? [asNetwork(shown), ...shown.beside] : [];
}

export function asNetwork({ networkName, networkAddress }: Network): Network {
  return { networkName, networkAddress };
}

/**
 * What is shown after a change. As the default, a network takes the place of the one before, which is no longer shown;
 * one that is shown already changes places with it. Beside it, it is added, or its address is changed.
 */
export function shownAfter(now: Shown | undefined, wanted: Network, beside: boolean): Shown {
  if (!now) return { ...wanted, beside: [] };
  const { networkName: name } = wanted;
  const others = now.beside.filter((each) => !isSameNetwork(each.networkName, name));
  if (isSameNetwork(now.networkName, name)) return { ...wanted, beside: others };
  if (beside) return { ...now, beside: [...others, wanted] };
  const swaps = now.beside.some((each) => isSameNetwork(each.networkName, name));
  return { ...wanted, beside: swaps ? [asNetwork(now), ...others] : others };
}

/** Without one of those beside the default; undefined where it is none of them. */
export function shownWithout(now: Shown, name: string): Shown | undefined {
  const beside = now.beside.filter((each) => !isSameNetwork(each.networkName, name));
  return beside.length < now.beside.length ? { ...now, beside } : undefined;
}

export function isSameShown(one: Shown | undefined, other: Shown): boolean {
  const text = (shown: Shown) => JSON.stringify(allOf(shown).map(asNetwork));
  return one !== undefined && text(one) === text(other);
}

/** Whether it is among these. Nobody is asked to send to what is no longer shown: its key may be somebody else's. */
export function isAmong(shown: readonly Network[], { networkName, networkAddress }: Network): boolean {
  return shown.some(
    (each) =>
      isSameNetwork(each.networkName, networkName) &&
      comparedAddress(each.networkAddress) === comparedAddress(networkAddress),
  );
}

/** The one that a payer means: by name, by the address that they saw, or the default where they say nothing. */
export function chosenOf(
  shown: readonly Network[],
  { networkName = '', networkAddress = '' }: { networkName?: string; networkAddress?: string },
): Network | undefined {
  return shown.find(
    (each) =>
      (networkName === '' || isSameNetwork(each.networkName, networkName)) &&
      (networkAddress === '' || each.networkAddress === networkAddress),
  );
}

/** Both are judged together: an address is right or wrong on its network only. */
export function refusalToNetwork({ networkName, networkAddress }: Network): Refusal | undefined {
  if (/\s/.test(networkAddress)) return invalid('networkAddress', 'An address has no spaces. Please copy it again.');
  const fault = faultOfAddress(networkName, networkAddress);
  return fault === undefined ? undefined : invalid('networkAddress', fault);
}

/** The payer saw a network or an address that is no longer one to pay to. Who says nothing is in no conflict. */
export function refusalToStaleAddress(
  seen: { networkName?: string; networkAddress?: string },
  chosen: Network | undefined,
): Refusal | undefined {
  if (chosen || ((seen.networkName ?? '') === '' && (seen.networkAddress ?? '') === '')) return undefined;
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
  Polygon: { transfer: 'https://polygonscan.com/tx/', address: 'https://polygonscan.com/address/' },
} as const;

function explorerOf(networkName: string): keyof typeof explorers | undefined {
  const name = meant(networkName);
  return Object.hasOwn(explorers, name) ? (name as keyof typeof explorers) : undefined;
}

/**
 * Where anybody can look a transfer up, if the network is a known one and the transaction id counts as a hash: never a
 * link as it was typed, nor a transfer that this id does not claim.
 */
export function explorerLink(networkName: string, transactionId: string): string | undefined {
  const network = explorerOf(networkName);
  const hash = hashOf(transactionId);
  if (network === undefined || hash === undefined) return undefined;
  return `${explorers[network].transfer}${network === 'TRC20' ? '' : '0x'}${hash}`;
}

/** Where anybody can look an address up, if it is one of a known network. */
export function addressLink(networkName: string, networkAddress: string): string | undefined {
  const network = explorerOf(networkName);
  if (network === undefined || faultOfAddress(networkName, networkAddress) !== undefined) return undefined;
  return `${explorers[network].address}${networkAddress.trim()}`;
}

export const nothingWaits: Refusal = {
  code: 'network.not_waiting',
  message: 'Nothing about this network waits for a confirmation.',
  status: 409,
};
export const notBeside: Refusal = {
  code: 'network.not_beside',
  message: 'This network is not offered beside the default one.',
  status: 409,
  field: 'networkName',
};
export const sameNetwork: Refusal = {
  code: 'network.same',
  message: 'This is the network and address that clients already see.',
  status: 409,
};
