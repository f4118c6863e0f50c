import { describe, expect, it } from 'vitest';
import { pagesAround, rangeText } from './Pager.tsx';
import { valueAt, withValueAt } from './paths.ts';
import { grown, pastedLines } from './RowsField.tsx';
import { looksLikePicture } from '#kernel/media.ts';
import { deepest, reached } from '#kernel/page.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { sentencesOf } from './DataState.tsx';
import { problemOf } from './Dropfile.tsx';
import { saidOf } from './Form.tsx';
import { sendOnEnter } from './ReasonField.tsx';
import { ageText } from './Time.tsx';
import { because, dismiss, ended, toast, toasts, toastsFor } from './toast.tsx';

describe('the pager', () => {
  it('shows first, last and neighbours, with gaps', () => {
    expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(1, 27)).toEqual([1, 2, 3, 4, 0, 27]);
    expect(pagesAround(14, 27)).toEqual([1, 0, 13, 14, 15, 0, 27]);
    expect(pagesAround(27, 27)).toEqual([1, 0, 24, 25, 26, 27]);
  });

  it('says which rows are shown, and admits where it has not counted all', () => {
    expect(rangeText({ page: 1, limit: 8, rows: 8, total: 214, more: false })).toBe('1–8 of 214');
    expect(rangeText({ page: 3, limit: 50, rows: 7, total: 107, more: false })).toBe('101–107 of 107');
    expect(rangeText({ page: 2, limit: 50, rows: 50, total: 10_000, more: true })).toBe('51–100 of more than 10,000');
    expect(rangeText({ page: 1, limit: 50, rows: 0, total: 0, more: false })).toBe('Nothing to show');
  });

  it('is told the exact number up to the last row that pages reach, and that there are more beyond it', () => {
    expect(deepest).toBe(10_000);
    expect([9_999, 10_000, 10_001].map(reached)).toEqual([
      { total: 9_999 },
      { total: 10_000 },
      { total: 10_000, more: true },
    ]);
  });
});

describe('rows of a form', () => {
  it('keep what was typed when their number falls and rises again', () => {
    const rows = [{ gmail: 'a@gmail.com' }, { gmail: 'b@gmail.com' }];
    expect(grown(rows, 1, { gmail: '' })).toEqual(rows);
    expect(grown(rows, 3, { gmail: '' })).toEqual([...rows, { gmail: '' }]);
  });

  it('take lines from a list or a sheet, without the empty ones', () => {
    expect(pastedLines('a@gmail.com\r\nb@gmail.com\n\n')).toEqual([['a@gmail.com'], ['b@gmail.com']]);
    expect(pastedLines('a@gmail.com\t50')).toEqual([['a@gmail.com', '50']]);
  });

  it('are read and written by path without touching the values before', () => {
    const values = { adsDetails: [{ gmail: '' }, { gmail: 'b@gmail.com' }] };
    const next = withValueAt(values, 'adsDetails.0.gmail', 'a@gmail.com');
    expect(valueAt(next, 'adsDetails.0.gmail')).toBe('a@gmail.com');
    expect(valueAt(next, 'adsDetails.1.gmail')).toBe('b@gmail.com');
    expect(values.adsDetails[0]).toEqual({ gmail: '' });
  });
});

it('says before an upload what the server would refuse', () => {
  expect(problemOf({ type: 'image/png', size: 10 })).toBeUndefined();
  expect(problemOf({ type: 'image/svg+xml', size: 10 })).toBe('Please choose a JPEG, PNG or WebP picture.');
  expect(problemOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe(
    'This picture is larger than 10 MB. Please choose a smaller one.',
  );
  expect(problemOf({ type: 'image/png', size: 0 })).toBe('This file is empty. Please choose another one.');
});

it('knows a picture by its first bytes, and a text called .png by its own', () => {
  const begins = (text: string) => looksLikePicture(Buffer.from(text, 'latin1'));
  expect(['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP'].map(begins)).toEqual([true, true, true]);
  expect(['', 'notes', 'GIF89a', 'RIFF\0\0\0\0WAVE', '<svg/>'].map(begins)).toEqual(Array(5).fill(false));
});

it('a summary says of which page, domain or ad something is wrong', () => {
  const rows = { pageUrls: (n: number) => `Page ${n}` };
  expect(saidOf('pageUrls.1', 'Wrong.', rows)).toBe('Page 2: Wrong.');
  expect(saidOf('deposits.0.money', 'Wrong.', rows)).toBe('Row 1: Wrong.');
  expect(saidOf('remarks', 'Wrong.', rows)).toBe('Wrong.');
});

it('what cannot be read is named, and what the server says of it stands behind', () => {
  const failures = { failed: 'Failed to fetch ads data.', thrown: 'An error occurred.', unreadable: 'Invalid.' };
  const said = (code: string, status: Refusal['status'], message: string) =>
    sentencesOf({ code, status, message }, failures);
  expect(said('server.error', 503, 'Tell support: 7K3Q')).toEqual(['Failed to fetch ads data.', 'Tell support: 7K3Q']);
  expect(said('http.502', 503, 'Failed to fetch ads data.')).toEqual(['Failed to fetch ads data.']);
  expect(said('network', 503, 'No answer came.')).toEqual(['An error occurred.']);
  const silent: Refusal = { code: 'network', status: 503, message: 'No answer came.' };
  expect(sentencesOf(silent, { failed: failures.failed })).toEqual(['Failed to fetch ads data.', 'No answer came.']);
  expect(said('unexpected', 503, 'Failed to fetch ads data.')).toEqual(['Invalid.']);
  expect(said('not_found', 404, 'This was not found.')).toEqual(['This was not found.']);
  expect(said('auth.role', 403, 'No.')).toEqual(['You are not allowed to see this.']);
});

it('what was said of a failure goes when the same thing succeeds, and stays when another one does', () => {
  const shown = () => toasts().map(({ text }) => text);
  because('approve one', () => toast.failed('One was not approved.'));
  because('approve two', () => toast.failed('Two was not approved.'));
  toast.failed('Copying was not possible.');
  ended('approve two');
  expect(shown()).toEqual(['One was not approved.', 'Copying was not possible.']);
  ended('approve one');
  expect(shown()).toEqual(['Copying was not possible.']);
});

it('a failure stays though many successes follow it, and a success is seen beside any number of failures', () => {
  const shown = () => toasts().map(({ text }) => text);
  shown().forEach(() => dismiss(toasts()[0]!.id));
  toast.failed('Failed 0.');
  for (let times = 0; times < 10; times++) toast.done(`Approved ${times}.`);
  expect(shown()).toEqual(['Failed 0.', ...[5, 6, 7, 8, 9].map((times) => `Approved ${times}.`)]);
  for (let times = 1; times < 8; times++) toast.failed(`Failed ${times}.`);
  toast.done('Approved at last.');
  expect(shown()).toEqual([...[2, 3, 4, 5, 6, 7].map((times) => `Failed ${times}.`), 'Approved at last.']);
});

it('a success goes after 5 seconds for a client and 3 for an admin, a failure only when it is dismissed', () => {
  const lasts = (say: () => void) => {
    say();
    return toasts().at(-1)!.closesAfter;
  };
  toastsFor('admin');
  expect(lasts(() => toast.done('Ad approved successfully!'))).toBe(3_000);
  toastsFor('client');
  expect(lasts(() => toast.done('Ads created successfully!'))).toBe(5_000);
  expect(lasts(() => toast.done('Excel file has been downloaded.', 3_000))).toBe(3_000);
  expect(lasts(() => toast.failed('Failed to fetch paylinks.'))).toBeUndefined();
});

it('tells an age in one unit', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const ago = (minutes: number) => ageText(new Date(now - minutes * 60_000), now);
  expect([ago(0), ago(5), ago(90), ago(60 * 24 * 3)]).toEqual(['just now', '5 min ago', '1 h ago', '3 d ago']);
});

describe('a remark in a field of several lines', () => {
  const sends = (event: { shiftKey?: boolean; isComposing?: boolean; keyCode?: number }) => {
    const done: string[] = [];
    const { shiftKey = false, isComposing = false, keyCode = 13 } = event;
    const form = { requestSubmit: () => done.push('sent') };
    const preventDefault = () => done.push('no line');
    sendOnEnter({
      key: 'Enter',
      shiftKey,
      keyCode,
      nativeEvent: { isComposing },
      currentTarget: { form },
      preventDefault,
    } as never);
    return done;
  };

  it('is sent by Enter, not by the Enter that a keyboard for Chinese takes a word with', () => {
    expect(sends({})).toEqual(['no line', 'sent']);
    expect(sends({ shiftKey: true })).toEqual([]);
    expect(sends({ isComposing: true })).toEqual([]);
    expect(sends({ keyCode: 229 })).toEqual([]);
  });
});
