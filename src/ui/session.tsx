/** The signed-in person and their balance, provided by the layout to every component. */
import { createContext, useContext } from 'react';
import { mayCall, type Access, type Standing } from '#kernel/access.ts';
import type { Cents } from '#kernel/money.ts';

export type Me = {
  readonly _id: string;
  readonly username: string;
  readonly emailId: string;
  readonly contact1: string;
  readonly typeOfUser: 'User' | 'Admin';
  readonly role: Standing['role'];
  readonly emailVerified: boolean;
  /** The parts of the portal that the agency has switched on. */
  readonly features: readonly string[];
  /** An admin who has yet to set up the two-factor sign-in that the agency asks for. */
  readonly twoFactorMissing?: boolean | undefined;
  /** The admin who looks at this client's area, and until when. */
  readonly actingAdmin?: string | undefined;
  readonly until?: Date | undefined;
};

export type Wallet = { readonly wallet: Cents; readonly held: Cents };

const nobody: Me = {
  _id: '',
  username: '',
  emailId: '',
  contact1: '',
  typeOfUser: 'User',
  role: 'Viewer',
  emailVerified: false,
  features: [],
};

export const SessionContext = createContext<{ me: Me | undefined; wallet: Wallet | undefined }>({
  me: undefined,
  wallet: undefined,
});

/** The person at the screen; empty fields until the portal has said who it is. */
export function useMe(): Me {
  return useContext(SessionContext).me ?? nobody;
}

/**
 * Asks whether the person at the screen may make a call, by the call's own declaration: what they may not do is not
 * offered. Nobody may anything until the portal has said who it is.
 */
export function useMayCall(): (call: { readonly access: Access }) => boolean {
  const { me } = useContext(SessionContext);
  return ({ access }) => me !== undefined && mayCall(access, me as Standing);
}

/** Whether they may make this one. */
export function useMay(call: { readonly access: Access }): boolean {
  return useMayCall()(call);
}

/** Spendable and held money; undefined until known, and for admins. */
export function useWallet(): Wallet | undefined {
  return useContext(SessionContext).wallet;
}

/** True while an admin looks at a client's area: everything can be seen, nothing can be changed. */
export function useReadOnly(): boolean {
  return useContext(SessionContext).me?.actingAdmin !== undefined;
}

/** The parts of the portal that are switched on, by their names; undefined until the portal has said so. */
export function useFeatures(): readonly string[] | undefined {
  return useContext(SessionContext).me?.features;
}
