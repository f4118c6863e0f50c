/**
 * Two-factor sign-in: a person proves with an authenticator app, or with one of ten recovery codes, that a stolen
 * password alone is not enough. An agency can ask it of all of its admins.
 */
import type { Refusal } from '#kernel/refusal.ts';

export const recoveryCodesMade = 10;

export const wrongCode: Refusal = {
  code: 'auth.wrong_otp',
  message: 'This code is not right. Please enter the current one.',
  status: 400,
  field: 'otp',
};
export const notStarted: Refusal = {
  code: 'auth.two_factor_not_started',
  message: 'Please start the set-up first, and again after a quarter of an hour: it shows the key to scan.',
  status: 409,
};
export const alreadyOn: Refusal = {
  code: 'auth.two_factor_on',
  message: 'Two-factor sign-in is already switched on.',
  status: 409,
};
export const alreadyOff: Refusal = {
  code: 'auth.two_factor_off',
  message: 'Two-factor sign-in is not switched on.',
  status: 409,
};
export const notOnesOwn: Refusal = {
  code: 'auth.two_factor_own',
  message: 'Your own second factor is switched off in your settings, or by another admin.',
  status: 409,
};
export const theirsIsOff: Refusal = {
  ...alreadyOff,
  message: 'Two-factor sign-in is not switched on for this account.',
};
/** Else who knows another admin's password, or tricks it out of them, would be both pairs of eyes. */
export const takesTwo: Refusal = {
  code: 'auth.two_factor_takes_two',
  message:
    'The second pair of eyes is on: one admin alone takes no second factor off another. Remove them and invite them again, which takes two others.',
  status: 409,
};
export const neededOfAdmins: Refusal = {
  code: 'auth.two_factor_needed',
  message: 'Every admin needs two-factor sign-in here, so it cannot be switched off.',
  status: 409,
};
