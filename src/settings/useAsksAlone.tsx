import { useCall } from '#ui/call.tsx';
import { useAsksPassword } from '#users/useAsksPassword.tsx';
import { getSettings } from './settings.api.ts';

/** Whether a form that gives somebody rights asks for the own password: always where one admin alone gives them. */
export function useAsksAlone(errors: Readonly<Record<string, string>>): boolean {
  const { data } = useCall(getSettings, {}, { on: ['request'] });
  const isRefused = useAsksPassword(errors);
  return isRefused || data?.settings.secondPair.on === false;
}
