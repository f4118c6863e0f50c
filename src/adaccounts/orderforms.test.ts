import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validate } from '#kernel/validate.ts';
import { type LicenseOrder } from '#platforms/license.ts';
import type { RowsOrder, Settled } from '#platforms/order.ts';
import { specOf, type Spec } from '#platforms/platforms.ts';
import { asAd, asLine, type ListedApplication } from './adaccounts.wire.ts';
import { digitsIn, nearestTo } from './CountField.tsx';
import {
  blankLicense,
  blankRow,
  choicesOf,
  depositCents,
  depositsOf,
  licenseBody,
  rowsBody,
  tidyAmount,
  valuesOf,
  type LicenseValues,
} from './orderforms.ts';

const now = new Date('2026-11-21T00:00:00Z');
const google = specOf('Google').order as RowsOrder;
const facebook = specOf('Facebook').order as LicenseOrder;
const blank = blankRow(google);

it('offers nothing as the first choice, which stays open only where a field may be left empty', () => {
  const goal = { name: 'goal', label: 'Goal', options: () => [{ value: 'visits', label: 'Visits' }], read: z.string() };
  expect(choicesOf(goal)?.[0]).toEqual({ value: '', label: 'Choose…', disabled: true });
  expect(choicesOf({ ...goal, blank: 'Any goal' })?.[0]).toEqual({ value: '', label: 'Any goal' });
  expect(choicesOf({ ...goal, blank: 'Any goal' })?.[1]).toEqual({ value: 'visits', label: 'Visits' });
});

/** What the server keeps of an order that was sent. */
function kept({ body, settle }: RowsOrder | LicenseOrder, sent: object) {
  return settle(validate(body, sent) as never);
}

/** An application as it comes back from the database after these details were stored. */
function stored(details: object, lines: ListedApplication['lines']): ListedApplication {
  return {
    applyId: 'GA-0000-0001',
    kind: 'application',
    platform: 'Google',
    state: 'Rejected',
    reason: null,
    remarks: 'No',
    clientRemarks: 'Hurry',
    transactionId: null,
    createdAt: now,
    updatedAt: now,
    decidedAt: now,
    decidedByName: 'Wei',
    waits: null,
    adsId: null,
    amountCents: 0n,
    feeCents: 0n,
    openingFeeCents: 3_000n,
    totalCents: 3_000n,
    person: { publicId: 'US-1', username: 'Ana', email: 'ana@example.com', contact1: '+49', walletCents: 0n },
    lines,
    details: JSON.parse(
      JSON.stringify(details, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  };
}

/** The lines of a request that such an order becomes. */
function linesOf(spec: Spec, { deposits, rows }: Pick<Settled, 'deposits' | 'rows'>): ListedApplication['lines'] {
  return rows.map((row, place) => {
    const { email = '', timeZone = '', details = {} } = asLine(spec, row, deposits[place]!);
    const said = details as Record<string, unknown>;
    return { adsId: null, email, timeZone, amountCents: Number(deposits[place]), feeCents: 0, details: said };
  });
}

const row = fc.record({
  gmail: fc.constantFrom('a@gmail.com', 'b@gmail.com'),
  deposit: fc.constantFrom('0', '15', '500'),
  timezone: fc.constantFrom('', 'Asia/Shanghai'),
});

describe('an order form', () => {
  it('sends as many rows as are meant, keeps the others, and fills what is missing with blanks', () => {
    const values = {
      adNum: 2,
      adsDetails: [{ ...blank, gmail: 'a@gmail.com' }, { ...blank }, { ...blank, deposit: '50' }],
    };
    expect(rowsBody(google, values).adsDetails).toHaveLength(2);
    expect(depositsOf(values)).toEqual([0n, 0n]);
    expect(rowsBody(google, { ...values, adNum: 4 }).adsDetails[3]).toEqual(blank);
  });

  it('reads amounts as people paste them', () => {
    expect(['$50', '50.00', ' 1,200 ', '12.50', ''].map(tidyAmount)).toEqual(['50', '50', '1200', '12.50', '']);
    expect(['$50', '', 'x', '12.5'].map(depositCents)).toEqual([5_000n, 0n, 0n, 1_250n]);
  });

  it('fills an earlier Google order in again so that it sends the same', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), (rows) => {
        const sent = kept(google, rowsBody(google, { adNum: rows.length, adsDetails: rows }));
        const again = valuesOf(asAd(specOf('Google'), stored({}, linesOf(specOf('Google'), sent)), now, 'client'));
        expect(kept(google, rowsBody(google, again as never))).toEqual(sent);
      }),
    );
  });

  it('fills an earlier Facebook order in again, whatever it advertises and however it is paid', () => {
    const filled: LicenseValues = {
      ...blankLicense,
      licenseName: 'Ana GmbH',
      pageNum: 2,
      pageUrls: ['facebook.com/a', 'facebook.com/b', 'kept'],
      remarks: 'Hurry',
      domainNum: 1,
      domains: ['example.com'],
      appId: '77',
      ads: [{ accountName: 'A', deposit: '$12.30' }],
    };
    const choices = fc.record({
      adType: fc.constantFrom('Domain', 'App'),
      domainOption: fc.constantFrom('unlimited', 'limited'),
      paymentMode: fc.constantFrom('monthly', 'oneByOne'),
    });
    fc.assert(
      fc.property(choices, (chosen) => {
        const sent = kept(facebook, licenseBody({ ...filled, ...(chosen as Partial<LicenseValues>) }));
        const { told, clientRemarks = '', ...rows } = sent;
        const listed = {
          ...stored({ ...told }, linesOf(specOf('Facebook'), rows)),
          platform: 'Facebook' as const,
          clientRemarks,
        };
        const again = valuesOf(asAd(specOf('Facebook'), listed, now, 'client')) as LicenseValues;
        expect(kept(facebook, licenseBody(again))).toEqual(sent);
      }),
    );
  });
});

it('takes the nearest number for one that a field cannot have, and says so', () => {
  const said = [0, 1, 10, 12].map((typed) => nearestTo(typed, 10));
  expect(said.map(({ count }) => count)).toEqual([1, 1, 10, 10]);
  expect(said.map((nearest) => nearest.said)).toEqual(['At least 1.', undefined, undefined, 'At most 10.']);
});

it('takes a count in the digits of any keyboard, and nothing that is no whole number', () => {
  expect([' 3 ', '１０', '١٢', ''].map(digitsIn)).toEqual(['3', '10', '12', '']);
  expect(['ten', '5.5', '-1', '1 0'].map(digitsIn)).toEqual([undefined, undefined, undefined, undefined]);
});
