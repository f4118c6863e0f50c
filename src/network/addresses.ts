/**
 * An address is where USDT is sent, and a wrong one loses the money for good. So its checksum is computed before
 * anything is stored: TRC20 addresses carry the first four bytes of a double SHA-256, ERC20 and BEP20 ones hide a
 * Keccak-256 in the case of their letters. The contracts of the tokens themselves are refused: money sent there is
 * nobody's.
 */
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { seenText } from './transferids.ts';

/** The networks whose addresses can be checked, as people call them. */
export const knownNetworks = ['TRC20', 'ERC20', 'BEP20'] as const;
export type KnownNetwork = (typeof knownNetworks)[number];

/** Words that say nothing of which network it is. */
const anyNetworks = [
  'usdt',
  'tether',
  'usd',
  'token',
  'network',
  'chain',
  'mainnet',
  'main',
  'on',
  'the',
  'our',
  'new',
  'wallet',
  'address',
];

/** By which words a network is known, and which may stand beside those: others call the same standard theirs. */
const wordsOf = {
  Polygon: { known: ['polygon', 'matic'], beside: ['pos', 'pol', 'erc20', 'erc'] },
  TRC20: { known: ['trc20', 'tron', 'trx', '波场'], beside: ['trc'] },
  BEP20: { known: ['bep20', 'bsc', 'bnb', 'binancesmartchain', '币安智能链'], beside: ['bep', 'binance', 'smart'] },
  ERC20: { known: ['erc20', 'ethereum', 'eth', '以太坊'], beside: ['erc'] },
} as const;

const readers = (Object.keys(wordsOf) as (keyof typeof wordsOf)[]).map((network) => {
  const { known, beside } = wordsOf[network];
  const words = [...known, ...beside, ...anyNetworks].toSorted((one, other) => other.length - one.length);
  return { network, known: new Set<string>(known), words: new RegExp(words.join('|'), 'gu') };
});

/**
 * By which network's rules an address is checked: the one that a name means, however it is written (`USDT-TRC20`, `trc
 * 20`, `BNB Smart Chain`); `ERC20 (Polygon)` is Polygon's, which are Ethereum's. Only a name that has nothing but the
 * words of one network means it: `Arbitrum One (ERC20)` and `opBNB` are other networks, which nobody here knows.
 */
export function checkedAs(name: string): KnownNetwork | 'Polygon' | undefined {
  const plain = seenText(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return readers.find(({ known, words }) => {
    const said = plain.match(words) ?? [];
    return said.join('') === plain && said.some((word) => known.has(word));
  })?.network;
}

/** The same among the networks on which addresses of clients are paid, too: not Polygon. */
export function networkNamed(name: string): KnownNetwork | undefined {
  const network = checkedAs(name);
  return network === 'Polygon' ? undefined : network;
}

/**
 * An address as it is compared: the case of hexadecimal letters is a checksum and no part of it, digits of every script
 * are 0 to 9. Two networks may share an address, so that their names are left out.
 */
export function comparedAddress(address: string): string {
  const plain = seenText(address).replaceAll(/[\p{Z}\s]/gu, '');
  return /^0x[0-9a-f]+$/i.test(plain) ? plain.toLowerCase() : plain;
}

/** Contracts and burners that people paste in place of an address, compared without case. */
const nobodys = new Set(
  [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', // USDT on Tron
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', // USDC on Tron
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', // Tron's burner
    '0xdAC17F958D2ee523a2206206994597C13D831ec7', // USDT on Ethereum
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC on Ethereum
    '0x6B175474E89094C44Da98b954EedeAC495271d0F', // DAI on Ethereum
    '0x55d398326f99059fF775485246999027B3197955', // USDT on BNB Smart Chain
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', // USDT on Polygon
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', // USDC on BNB Smart Chain
    '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', // BUSD on BNB Smart Chain
    '0x0000000000000000000000000000000000000000',
    '0x000000000000000000000000000000000000dEaD',
  ].map((address) => address.toLowerCase()),
);

/**
 * What is wrong with an address on a network, as a whole sentence, or undefined. On a network that is not known nothing
 * but the contracts can be told from an address, so everything else passes.
 */
export function faultOfAddress(networkName: string, address: string): string | undefined {
  const plain = address.trim();
  if (nobodys.has(plain.toLowerCase()))
    return 'This is the address of a token or a burner, not of a wallet. Money sent there is lost.';
  const network = checkedAs(networkName);
  if (network === undefined) return undefined;
  if (network === 'TRC20')
    return isTronAddress(plain)
      ? undefined
      : 'This is not a TRC20 address: it begins with T, has 34 characters, and its checksum has to fit.';
  if (!/^0x[0-9a-fA-F]{40}$/.test(plain))
    return `This is not a ${network} address: it begins with 0x and has 42 characters.`;
  return isCasedRight(plain)
    ? undefined
    : `The checksum of this ${network} address does not fit. Please copy it again.`;
}

/**
 * The twenty bytes that an address is, in small hexadecimal digits, whatever its network and however its letters are
 * cased; undefined for what is no address of these networks.
 */
export function accountOf(address: string): string | undefined {
  const plain = address.trim();
  if (/^0x[0-9a-fA-F]{40}$/.test(plain)) return plain.slice(2).toLowerCase();
  const bytes = tronBytes(plain);
  return bytes && [...bytes.subarray(1)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of an account of Tron, as people know it. */
export function tronAddressOf(account: string): string {
  return base58check.encode(Uint8Array.from(['41', ...account.match(/../g)!].map((byte) => Number.parseInt(byte, 16))));
}

const base58check = createBase58check(sha256);

function isTronAddress(address: string): boolean {
  return tronBytes(address) !== undefined;
}

/** Base58 of 0x41, twenty bytes, and the first four of their double SHA-256. */
function tronBytes(address: string): Uint8Array | undefined {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === 0x41 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * EIP-55: a letter is a capital where the digest of the small ones says so. Exchanges write no capitals at all, which
 * says nothing.
 */
function isCasedRight(address: string): boolean {
  const letters = address.slice(2);
  const small = letters.toLowerCase();
  if (letters === small || letters === letters.toUpperCase()) return true;
  const digest = keccak_256(new TextEncoder().encode(small));
  return [...letters].every((letter, place) => {
    const nibble = (digest[place >> 1]! >> (place % 2 === 0 ? 4 : 0)) & 15;
    return letter === (nibble >= 8 ? letter.toUpperCase() : letter.toLowerCase());
  });
}
