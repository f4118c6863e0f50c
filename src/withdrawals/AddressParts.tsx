/** The fields that a withdrawal and an entry of the address book have in common: where to, and who says so. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { getTwoFactor } from '#auth/twofactor.api.ts';
import { faultOfAddress, type KnownNetwork } from '#network/addresses.ts';
import { useCall } from '#ui/call.tsx';
import type { useSend } from '#ui/Form.tsx';
import { OwnPassword } from '#ui/WhosePassword.tsx';
import type { addWithdrawalAddress } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';
import asking from '#requests/asking.module.css';
import styles from './withdrawals.module.css';

type Typed = { networkAddress: string; password: string; otp: string };
type Field = ReturnType<ReturnType<typeof useSend<typeof addWithdrawalAddress, Typed>>['field']>;

/**
 * Whether the code is asked for: who sends has a second factor, or the server has just said so (`errors`) of one of
 * whom that was not known here.
 */
export function useHasFactor({ otp }: Readonly<Record<string, string>>): boolean {
  const factor = useCall(getTwoFactor).data;
  const [isAsked, setIsAsked] = useState(false);
  if (otp !== undefined && !isAsked) setIsAsked(true);
  return isAsked || factor?.enabled === true;
}

/** What a thief with a session does not have. */
export function Proofs({ field, hasFactor }: { field: (name: 'password' | 'otp') => Field; hasFactor: boolean }) {
  return (
    <>
      <OwnPassword
        label={words.password}
        description={words.passwordHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('password')}
      />
      {hasFactor ? (
        <TextInput
          label={words.code}
          description={words.codeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          {...field('otp')}
        />
      ) : null}
    </>
  );
}

/** Says at once whether the checksum fits; what is typed half is not called wrong before the field is left. */
export function AddressField({
  field,
  network,
  address,
  said,
}: {
  field: Field;
  network: KnownNetwork;
  address: string;
  /** What is known of this address, once its checksum fits. */
  said?: ReactNode;
}) {
  const fault = address.trim() === '' ? undefined : faultOfAddress(network, address);
  const full = address.trim().length >= (network === 'TRC20' ? 34 : 42);
  const fits = address.trim() !== '' && fault === undefined;
  return (
    <TextInput
      className={asking['wide'] ?? ''}
      label={words.address}
      description={
        fits ? (
          <>
            <span className={styles['fits']}>{words.addressFits}</span> {said}
          </>
        ) : (
          words.addressHint[network]
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
      classNames={{ input: styles['address'] ?? '' }}
      {...field}
      error={field.error ?? (full ? fault : undefined)}
    />
  );
}
