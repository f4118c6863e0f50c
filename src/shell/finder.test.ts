import { expect, test } from 'vitest';
import { addressFor } from './Finder.tsx';

test('a whole id leads to its page, however it was typed, and anything else to what is found', () => {
  expect(addressFor(' dp-7k3q-x2mf ')).toBe('/admin/requests/DP-7K3Q-X2MF');
  expect(addressFor('TU-OI3Q-X2MF')).toBe('/admin/requests/TU-013Q-X2MF');
  expect(addressFor('us-7k3q-x2mf')).toBe('/admin/users/US-7K3Q-X2MF');
  expect(addressFor('aa-7k3q-x2mf')).toBe('/accounts/AA-7K3Q-X2MF');
  expect(addressFor('E-3f2a1b0')).toBe('/admin/trace?q=E-3f2a1b0');
  expect(addressFor('Ana & Söhne')).toBe('/admin/trace?q=Ana%20%26%20S%C3%B6hne');
  expect(addressFor('  ')).toBe('/admin/trace');
});
