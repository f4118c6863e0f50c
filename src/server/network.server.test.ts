import { expect, test } from 'vitest';
import { networkOf, widerNetworkOf } from './network.server.ts';

test('an IPv4 address is one household, also in IPv6 clothes', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'].map(networkOf)).toEqual(
    Array(3).fill('203.0.113.7'),
  );
  expect(widerNetworkOf('203.0.113.7')).toBeUndefined();
});

test('all addresses of one /64 are one household, however they are written', () => {
  const one = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0:0:0:5',
    '2001:db8:1:2::1%eth0',
  ];
  expect(new Set(one.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(new Set(['2001:db8:1:2::1', '2001:db8:1:ffff::1'].map(widerNetworkOf))).toEqual(new Set(['2001:db8:1::/48']));
});

test('what is no address is one household, so that nobody makes up a new one for each guess', () => {
  for (const text of ['', 'unknown', '1.2.3', ':::', 'gggg::1', '999.1.1.1', '_hidden-1', '<b>'])
    expect(networkOf(text)).toBe('unknown');
  expect(widerNetworkOf('_hidden-1')).toBeUndefined();
});

test('a port that a proxy writes behind an address makes no other household of it', () => {
  expect(
    new Set(['203.0.113.7', '203.0.113.7:1', '203.0.113.7:65535', '[::ffff:203.0.113.7]:9'].map(networkOf)),
  ).toEqual(new Set(['203.0.113.7']));
  expect(new Set(['[2001:db8:1:2::1]:1', '[2001:db8:1:2::9]', '2001:db8:1:2::3'].map(networkOf))).toEqual(
    new Set(['2001:db8:1:2::/64']),
  );
});
