/**
 * The numbers of PostgreSQL's advisory locks. Any number will do, as long as every version of the portal uses the same
 * one for the same purpose. A lock is held until the end of its transaction, unless its comment says otherwise.
 */
export const locks = {
  /** One portal migrates at a time; held for as long as its connection stands. */
  migrations: 7_202_611_001n,
  /** When nodes start together, only one makes the first admin. */
  firstAdmin: 7_202_611_002n,
  /** The payment network is changed by one admin after the other. */
  network: 7_202_611_005n,
  /** Two accounts that send one picture at the same moment must not miss each other. */
  proofs: 7_202_611_006n,
  /** Taken by the function roll_figures, so that each movement is added to the figures once. */
  rollFigures: 7_202_611_010n,
  /** Taken by the function seal_book: two seals must not follow the same one. */
  sealBook: 7_202_611_011n,
  /** Settings are changed one after the other, so that whoever confirms a change knows what it starts from. */
  settings: 7_202_611_014n,
  /** Taken by the function seal_audit: two seals must not follow the same one. */
  sealAudit: 7_202_611_016n,
  /**
   * One proof of the book at a time, also one that is not started by its job; held for as long as its connection
   * stands.
   */
  proveBook: 7_202_611_021n,
  /** Statements are sealed by one node at a time. */
  sealStatements: 7_202_611_023n,
  /** When nodes start with another SECRET_KEY, only one encrypts the secrets again. */
  secretKeys: 7_202_611_024n,
  /** Taken by the function declare_topup: no two open declarations have cents that could be mistaken. */
  declarations: 7_202_611_025n,
  /** Automatic credits are counted one after the other. */
  autoCredit: 7_202_611_026n,
  /** With an admin's number: approvals of one admin that count towards a threshold take turns. */
  approvals: 7_202_611,
} as const;
