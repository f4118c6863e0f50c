import { expect, test } from 'vitest';
import { againOf, filledIn } from './withdrawals.ts';

test('a withdrawal is sent again with its note, and with none where it had none', () => {
  const to = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const row = { ...to, amount: 80_00n, clientRemarks: 'For the invoice of May.' };
  expect(againOf(row)).toEqual({ ...to, amount: '80.00', remarks: 'For the invoice of May.' });
  expect(Object.keys(againOf({ ...row, clientRemarks: '' }))).toEqual(filledIn);
});
