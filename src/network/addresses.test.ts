import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedAs, faultOfAddress, networkNamed } from './addresses.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the packages that addresses are checked with', () => {
  test('compute SHA-256 as Node does', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => hex(sha256(bytes)) === createHash('sha256').update(bytes).digest('hex'),
      ),
    );
  });

  test('compute Keccak-256 as Ethereum publishes it', () => {
    const published = {
      '': 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
      abc: '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
      ['\0'.repeat(136)]: '3a5912a7c5faa06ee4fe906253e339467a9ce87d533c65be3c15cb231cdb25f9',
    };
    for (const [text, digest] of Object.entries(published))
      expect(hex(keccak_256(new TextEncoder().encode(text)))).toBe(digest);
  });
});

describe('an address', () => {
  const right = [
    ['TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['USDT-TRC20', 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['BEP20 (BSC)', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ] as const;

  test.each(right)('on %s passes when its checksum fits: %s', (network, address) => {
    expect(faultOfAddress(network, address)).toBeUndefined();
    expect(faultOfAddress(network, ` ${address} `)).toBeUndefined();
  });

  test.each([
    ['TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9'],
    ['TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv'],
    ['TRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['BEP20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['TRC20', ''],
    ['TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv0'],
    ['TRC20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ])('on %s is refused when one letter is wrong: %s', (network, address) => {
    expect(faultOfAddress(network, address)).toMatch(/address/);
  });

  test('every single mistyped letter of a TRC20 address is noticed', () => {
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    for (let place = 1; place < address.length; place++) {
      const other = address[place] === 'X' ? 'Y' : 'X';
      expect(faultOfAddress('TRC20', address.slice(0, place) + other + address.slice(place + 1))).toBeDefined();
    }
  });

  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['ERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['Some new chain', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ])('of a token contract is refused on %s', (network, address) => {
    expect(faultOfAddress(network, address)).toMatch(/token or a burner/);
  });

  test('on a network that nobody knows is taken as it is', () => {
    expect(faultOfAddress('Some new chain', 'anything at all')).toBeUndefined();
  });

  test.each([
    ['TRC20', 'TRC-20', 'trc 20', 'usdt (Tron)', 'USDT-TRC20', 'USDTTRC20', 'TRON network', 'TRX', 'Tether on Tron'],
    ['ERC20', 'ERC 20', 'erc-20', 'Ethereum', 'Ethereum (ERC20)', 'ETH mainnet', 'USDT ERC20', 'Tether (Ethereum)'],
    ['BEP20', 'BEP-20', 'BSC', 'BNB Smart Chain', 'Binance Smart Chain (BEP20)', 'bsc (BEP20)', 'BNB', 'BNB Chain'],
    ['Polygon', 'polygon pos', 'MATIC', 'ERC20 (Polygon)', 'USDT Polygon', 'Polygon (MATIC)'],
  ] as const)('%s is known by any of its names', (network, ...names) => {
    for (const name of [network, ...names]) expect(checkedAs(name), name).toBe(network);
  });

  test('a name with any other word is another network, whose addresses nobody checks', () => {
    for (const name of [
      'Arbitrum One (ERC20)',
      'Optimism ERC20',
      'Ethereum Classic',
      'Base (Ethereum)',
      'ETHW',
      'zkSync ERC20',
      'opBNB',
      'BNB Beacon Chain (BEP2)',
      'BEP20 (Polygon)',
      'Polygon zkEVM',
      'TRC10',
      'Tron Nile testnet',
      'TRC20 or ERC20',
      'Solana',
      'USDT',
      'Tether',
      'network',
      'TRC20 2',
      '',
    ]) {
      expect(checkedAs(name), name).toBeUndefined();
      expect(networkNamed(name), name).toBeUndefined();
      expect(faultOfAddress(name, 'anything at all'), name).toBeUndefined();
    }
    expect(networkNamed('ERC20 (Polygon)')).toBeUndefined();
  });
});
