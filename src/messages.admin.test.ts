/**
 * The specification's sentences to an admin (its points 5 and 8), all provoked by `e2e/admin-messages.e2e.ts`. A
 * sentence that the portal no longer says word for word, or that the journey no longer waits for, is noticed here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const sentences = [
  'Please enter a valid input.',
  'Please enter required information.',
  'Please enter a transaction ID.',
  'Please enter a reason for rejection.',
  'Error: Missing Ads ID, Apply ID, or Ad Type.',
  'Please enter remarks before rejecting.',
  'User is not authenticated. Please log in.',
  'No pending ads found.',
  'No approved ads found.',
  'No approved Bing ads found.',
  'No pending deposits found.',
  'No completed deposits found.',
  'No refund details available.',
  'No transactions available.',
  'No users have shared their Gmail.',
  'Failed to fetch ads.',
  'Failed to fetch deposits.',
  'Failed to fetch refund data.',
  'Failed to fetch data.',
  'Failed to fetch transactions.',
  'Failed to fetch Bing ads data.',
  'Failed to fetch dashboard data.',
  'Failed to fetch user data.',
  'Failed to fetch ads data.',
  'Failed to update ad status.',
  'Failed to update status. Please try again.',
  'Error updating ad status.',
  'Failed to update deposit status.',
  'Error updating deposit status.',
  'Failed to update refund status.',
  'Error updating refund status.',
  'Failed to update transaction.',
  'Failed to update network details.',
  'Transaction is already completed.',
  'Ad approved successfully!',
  'Ad rejected successfully!',
  'Deposit approved successfully!',
  'Deposit rejected successfully!',
  'Transaction approved successfully!',
  'Transaction rejected successfully!',
];

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.ts$|\.testing\./.test(name))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  .join('\n');
const journey = readFileSync(join(root, 'e2e/admin-messages.e2e.ts'), 'utf8');

test.for(sentences)('“%s” is said word for word, and the journey waits for it', (sentence) => {
  // One verb for both verdicts may be put together where it is said.
  const parts = [sentence, sentence.replace(/(approved|rejected)/, '${')].map((text) => text.split('${')[0]!);
  expect(
    parts.some((part) => sources.includes(`'${part}`) || sources.includes(`\`${part}`)),
    'nobody says it',
  ).toBe(true);
  expect(journey).toContain(`'${sentence}'`);
});
