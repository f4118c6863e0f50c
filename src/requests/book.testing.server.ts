/** Faults in the book of a test, written past everything that keeps it in order. */
import type pg from 'pg';
import { runChecks, type Checked } from './book.server.ts';

/**
 * The checks of the audit that find something after a fault was planted with all rights on the database. The fault is
 * taken back afterwards.
 */
export async function planted(auditor: pg.ClientBase, faults: readonly string[]): Promise<Checked[]> {
  await auditor.query('begin');
  try {
    await auditor.query(`set local session_replication_role = replica`);
    for (const fault of faults) {
      const { rowCount } = await auditor.query(fault);
      if (rowCount === 0) throw new Error(`This fault changes nothing: ${fault}`);
    }
    return (await runChecks(auditor)).filter(({ findings }) => findings > 0);
  } finally {
    await auditor.query('rollback');
  }
}
