/** A connection that goes on failing: admins hear of it, once each time that it begins. */
import { connectionSpecs, isOn } from '#platforms/connections.server.ts';
import type { App } from '#server/app.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { newlyBroken } from './connections.store.server.ts';

/** Tells every admin of connections that have failed for six hours. Those without settings are asked nothing. */
export async function tellOfBroken(app: App): Promise<void> {
  const on = connectionSpecs.filter((spec) => isOn(spec, app.config.advertising));
  await app.db.transaction(async (tx) => {
    const broken = await newlyBroken(
      tx,
      on.map(({ platform }) => platform),
    );
    if (broken.length === 0) return;
    const serviceOf = new Map(on.map(({ platform, service }) => [platform, service]));
    await mailAdmins(tx, (to) => ({
      to,
      urgent: true,
      subject: 'A platform has not been read for hours',
      lines: [
        ...broken.map(({ platform, message }) => `${serviceOf.get(platform)}: ${message}`),
        'This has failed for six hours and is tried again and again. Until then states and spend stay as they were.',
      ],
      button: { label: 'Look at the connections', url: `${app.config.publicUrl}/admin/accounts/connections` },
    }));
  });
}
