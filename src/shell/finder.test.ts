import { expect, test } from 'vitest';
import { placeOf } from './Finder.tsx';

test('a whole id leads to its page, however it was typed, and anything else to what is found', () => {
  expect(placeOf(' dp-7k3q-x2mf ')).toBe('/admin/requests/DP-7K3Q-X2MF');
  expect(placeOf('TU-OI3Q-X2MF')).toBe('/admin/requests/TU-013Q-X2MF');
  expect(placeOf('us-7k3q-x2mf')).toBe('/admin/users/US-7K3Q-X2MF');
  expect(placeOf('E-3f2a1b0')).toBe('/admin/trace?q=E-3f2a1b0');
  expect(placeOf('Ana & Söhne')).toBe('/admin/trace?q=Ana%20%26%20S%C3%B6hne');
  expect(placeOf('  ')).toBe('/admin/trace');
});
