/** What every admin is mailed when somebody changes where the clients' money goes. */
import type { Mail } from '#server/mail.server.ts';
import { allOf, chosenOf, isAmong, type Network, type Shown } from './network.ts';

/** `how.waits`: nothing has changed yet; `how.confirmedBy`: the second admin who let it. */
export function changeMail(
  to: string,
  author: string,
  after: Shown,
  before: Shown | undefined,
  how: { waits?: boolean; confirmedBy?: string },
): Mail {
  const first = how.waits
    ? `${author} wants to change where clients send USDT. Nothing changes until another admin confirms it.`
    : `${author} changed where clients send USDT${how.confirmedBy ? `, and ${how.confirmedBy} confirmed it` : ''}.`;
  return {
    to,
    urgent: true,
    subject: how.waits ? 'A change of the payment address waits for confirmation' : 'The payment address was changed',
    lines: [
      first,
      ...changesOf(before, after),
      'If you do not expect this change, act at once: clients may be sending money to a wrong address.',
    ],
  };
}

/** Every network with its address, also those that stay as they are: what is wrong stands beside what is right. */
function changesOf(before: Shown | undefined, after: Shown): string[] {
  const old = allOf(before);
  const now = allOf(after);
  const shown = now.map((each, place) => {
    const { networkName, networkAddress } = each;
    const standing = place === 0 ? defaultText(old[0], networkName) : '';
    return `${networkName}${standing}: ${networkAddress}, ${becameOf(old, each)}.`;
  });
  const gone = old.filter(({ networkName }) => chosenOf(now, { networkName }) === undefined);
  return [...shown, ...gone.map((each) => `${each.networkName}: ${each.networkAddress}, no longer offered.`)];
}

function defaultText(old: Network | undefined, networkName: string): string {
  if (!old || chosenOf([old], { networkName })) return ', the default';
  return `, the default instead of ${old.networkName}`;
}

function becameOf(old: readonly Network[], each: Network): string {
  const was = chosenOf(old, { networkName: each.networkName });
  if (!was) return 'not offered before';
  const called = was.networkName === each.networkName ? '' : `, and called ${was.networkName} before`;
  return `${isAmong(old, each) ? 'as before' : `instead of ${was.networkAddress}`}${called}`;
}
