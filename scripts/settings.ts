/** Reads the settings as the portal will, so that a wrong one is reported before the pages are built. */
import { readConfig, WrongSettings } from '#server/config.server.ts';

try {
  readConfig(process.env);
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
