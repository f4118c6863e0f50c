/**
 * Who may call what. A client's people and the agency's admins have one role each, and a call declares the least role
 * that it asks for. Owner and Admin may do everything on their side; what Viewer or Support may do, everybody there
 * may.
 */
export const clientRoles = ['Owner', 'Finance', 'Buyer', 'Viewer'] as const;
export type ClientRole = (typeof clientRoles)[number];

export const adminRoles = ['Admin', 'Finance', 'Operations', 'Support'] as const;
export type AdminRole = (typeof adminRoles)[number];

type OneOrMore<Role> = Role | readonly Role[];
/** Who may make a call; where several roles may and none of them includes another, all are listed. */
export type Access =
  | 'public'
  | 'signed in'
  | { readonly client: OneOrMore<ClientRole>; readonly admin?: OneOrMore<AdminRole> }
  | { readonly client?: undefined; readonly admin: OneOrMore<AdminRole> };

/** The work on ad accounts. Said here, as the side menu asks too, which is loaded with every page. */
export const operations = { admin: 'Operations' } as const satisfies Access;

/** Whether somebody belongs to a client or to the agency, in the wire's words, and in which role. */
export type Standing =
  | { readonly typeOfUser: 'User'; readonly role: ClientRole }
  | { readonly typeOfUser: 'Admin'; readonly role: AdminRole };

/** Whom a call is for, whatever the role. */
export function audienceOf(access: Access): 'public' | 'signed in' | 'client' | 'admin' {
  if (typeof access === 'string') return access;
  return access.client === undefined ? 'admin' : access.admin === undefined ? 'client' : 'signed in';
}

export function mayCall(access: Access, who: Standing | undefined): boolean {
  if (access === 'public') return true;
  if (!who || access === 'signed in') return who !== undefined;
  return who.typeOfUser === 'User'
    ? access.client !== undefined && covers(access.client, who.role, ['Owner', 'Viewer'])
    : access.admin !== undefined && covers(access.admin, who.role, ['Admin', 'Support']);
}

/** Whether an admin may do something in one role that they may not do in the other. */
export function addsRights(from: AdminRole, to: AdminRole): boolean {
  return from !== to && from !== 'Admin' && to !== 'Support';
}

function covers<Role>(asked: OneOrMore<Role>, role: Role, [all, least]: readonly [Role, Role]): boolean {
  const roles = [asked].flat();
  return role === all || roles.includes(role) || roles.includes(least);
}
