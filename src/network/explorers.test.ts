/** A look at a transfer or an address leads to the explorer of its own network, and nowhere that somebody typed. */
import { expect, test } from 'vitest';
import { addressLink, explorerLink } from './network.ts';

const hash = 'ab'.repeat(32);
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  ['TRC20', `https://tronscan.org/#/transaction/${hash}`, tron, 'https://tronscan.org/#/address/'],
  ['ERC20', `https://etherscan.io/tx/0x${hash}`, hex, 'https://etherscan.io/address/'],
  ['BEP20', `https://bscscan.com/tx/0x${hash}`, hex, 'https://bscscan.com/address/'],
  ['Polygon', `https://polygonscan.com/tx/0x${hash}`, hex, 'https://polygonscan.com/address/'],
  ['ERC20 (Polygon)', `https://polygonscan.com/tx/0x${hash}`, hex, 'https://polygonscan.com/address/'],
])('on %s', (network, transfer, address, at) => {
  expect(explorerLink(network, `0x${hash.toUpperCase()}`)).toBe(transfer);
  expect(addressLink(network, address)).toBe(`${at}${address}`);
  const other = address === tron ? hex : tron;
  for (const wrong of [other, `${address}0`, 'javascript:alert(1)', '../evil', ''])
    expect(addressLink(network, wrong)).toBeUndefined();
});

test('a network that nobody knows has none, whatever it is called', () => {
  for (const name of ['Solana', 'Arbitrum One (ERC20)', 'opBNB', '', 'constructor', '__proto__']) {
    expect(explorerLink(name, hash)).toBeUndefined();
    expect(addressLink(name, hex)).toBeUndefined();
  }
});
