import type { Standing } from '#kernel/access.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';

/**
 * Who is calling, as every handler sees it. Made by auth/, cached for half a second, never read from what the caller
 * sends.
 */
type SignIn = {
  /** Internal number of the session row. */
  readonly id: bigint;
  /** Who acts. */
  readonly person: PersonId;
  /** `US-…`, the caller's `_id` on the wire. */
  readonly publicId: string;
  /** Who that is: of a client's people but the Owner, who goes by the client's `_id`, their own id. */
  readonly ownId: string;
  /** The client's name; an admin's own. */
  readonly username: string;
  readonly email: string;
  readonly contact1: string;
  readonly emailVerified: boolean;
  /** When this session signed in (or proved the password again). */
  readonly signedInAt: Date;
  /** The passkey that did, by its number; null where a password did. */
  readonly signedInBy: bigint | null;
  /** That was less than ten minutes ago, by the database's clock: the password is not asked for once more. */
  readonly justSignedIn: boolean;
  readonly expiresAt: Date;
  /**
   * Whether two-factor sign-in is this person's own choice, or asked of them by the agency and perhaps not set up yet.
   */
  readonly secondFactor: 'free' | 'needed' | 'missing';
  /** Whether this person has a passkey. */
  readonly passkey: boolean;
  /** Set while an admin looks at this client's area: that admin. Such a session can change nothing. */
  readonly actingAdmin?: { readonly id: PersonId; readonly publicId: string; readonly username: string };
};

type StandingOf<Side> = Extract<Standing, { typeOfUser: Side }>;
/** One of a client's people: their calls are about this client's money. */
export type ClientSession = SignIn &
  StandingOf<'User'> & {
    readonly client: ClientId;
    /** The Owner's address, by which a client is known. */
    readonly clientEmail: string;
  };
export type AdminSession = SignIn & StandingOf<'Admin'> & { readonly client?: undefined };
export type Session = ClientSession | AdminSession;

/** Finds the valid session of a token, or undefined; no promise where the session is cached. */
export type FindSession = (token: string) => Session | undefined | Promise<Session | undefined>;

/**
 * The name of the cookie. Over https it has the prefix `__Host-`, with which browsers refuse a cookie that another
 * subdomain or an insecure page tries to set.
 */
export function sessionCookieOf({ publicUrl }: { readonly publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? '__Host-session' : 'session';
}
