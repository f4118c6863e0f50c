/** Everybody at work at once, for as long as the stage goes on: what each random history of this folder plays. */
import { playAdmin } from './admins.ts';
import { playBookkeeper } from './bookkeeper.ts';
import { playClient } from './clients.ts';
import { playOwner } from './owners.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';

/** Every client is played twice, as two people of one company, and once as its owner. `label` is in each key. */
export async function playAll(stage: Stage, random: Random, label: string): Promise<void> {
  const { clients, admins } = stage.people;
  await Promise.all([
    ...clients.flatMap((client, n) =>
      [0, 1].map((m) => playClient(stage, client, random.apart(`${label} ${n} ${m}`), `${label}-${n}-${m}`)),
    ),
    ...clients.map((client, n) => playOwner(stage, client, random.apart(`${label} owner ${n}`), `${label}-owner-${n}`)),
    playBookkeeper(stage, admins[0]!, random.apart(`${label} bookkeeper`), `${label}-bookkeeper`),
    ...admins.map((admin, n) => playAdmin(stage, admin, random.apart(`${label} admin ${n}`))),
  ]);
}
