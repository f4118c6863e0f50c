/**
 * The specification's sentences to a client, each with the journey that provokes it. A sentence that the portal no
 * longer says word for word, or that no journey waits for, is noticed here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** By the journey that provokes them; `…` stands for what is filled in. */
const provoked: Record<string, readonly string[]> = {
  messages: [
    'Invalid response from server. Please try again.',
    'Login failed. Please check your credentials.',
    'An error occurred during login. Please try again.',
    'Failed to fetch ads data.',
    'An error occurred while fetching ads data.',
    'Invalid response format or no ads found.',
    'No authentication token found. Please log in.',
    'User is not authenticated. Please log in.',
    'No ads data available',
    'Loading ads...',
    'Failed to fetch wallet balance.',
    'An error occurred while fetching paylinks.',
    'Failed to fetch ads IDs.',
    'An error occurred while fetching deposit data.',
    'Please fill in both fields.',
    'Please fill in all fields.',
    'Failed to send OTP.',
    'Error updating profile: …',
    'Error updating password: …',
    'Unknown error',
  ],
  signin: ['Login Successful! Redirecting...', 'Passwords do not match!', 'There was an error creating the account.'],
  orders: [
    'Failed to create ads. Please try again.',
    'Ads created successfully!',
    'Your balance is low. Please add money.',
    'Your wallet balance is insufficient',
    'Add Amount',
    'Insufficient wallet balance. Please recharge.',
  ],
  'money-in': ['Paylink created successfully!'],
  'money-in-messages': [
    'Failed to load transactions',
    'No data available',
    'Error fetching data',
    'Money added successfully!',
    'Failed to add money. Status: …',
    'An error occurred while adding money.',
    'Please login to proceed!',
    'Failed to fetch paylinks.',
    'Failed to create paylink.',
    'An error occurred while creating paylink.',
  ],
  'money-out': [
    'Please ensure both adsId and money are provided.',
    'Insufficient wallet balance. Please recharge.',
    'At least one row is required!',
    'Deposit added successfully!',
    'Failed to process deposit. Please try again.',
    'Failed to fetch deposit data.',
    'An error occurred while exporting data.',
    'Excel file has been downloaded.',
    'Failed to fetch refund details.',
    'An error occurred while fetching refund data.',
    'Failed to apply refund.',
    'An error occurred while applying the refund.',
    'Refund applied successfully!',
  ],
  account: [
    'Please enter a valid Gmail address.',
    'Email request sent successfully!',
    'Failed to send email request.',
    'An error occurred while sending the email.',
    'Please fill in both password fields.',
    'Passwords do not match',
    'Please enter your email.',
    'Please enter the OTP.',
    'OTP verification failed.',
    'OTP has been sent to your email.',
    'Email verified successfully!',
  ],
};

/** Sentences whose end is filled in stand as a template, with its journey waiting for the whole. */
const said = (sentence: string) => (sentence.endsWith('…') ? sentence.slice(0, -1) : sentence);

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx)$/.test(name) && !/\.test\.ts$|\.testing\./.test(name))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  .join('\n');

const all = Object.entries(provoked).flatMap(([journey, sentences]) =>
  sentences.map((sentence) => [sentence, journey] as const),
);

test.for(all)('“%s” is said word for word, and %s.e2e.ts waits for it', ([sentence, journey]) => {
  const whole = [`'${said(sentence)}'`, `\`${said(sentence)}$`, `'${said(sentence)} `, ` ${said(sentence)}\``];
  expect(
    whole.some((each) => sources.includes(each)),
    'nobody says it',
  ).toBe(true);
  expect(readFileSync(join(root, `e2e/${journey}.e2e.ts`), 'utf8')).toContain(said(sentence));
});
