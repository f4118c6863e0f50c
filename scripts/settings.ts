/** Reads the settings as the portal will: what is wrong is said before pages are built with it. */
import { readConfig, WrongSettings } from '#server/config.server.ts';

try {
  readConfig(process.env);
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
