/** What every admin is mailed when somebody changes where the clients' money goes. */
import type { Mail } from '#server/mail.server.ts';
import type { Network } from './network.ts';

/** `how.waits`: nothing has changed yet; `how.confirmedBy`: the second admin who let it. */
export function changeMail(
  to: string,
  author: string,
  after: Network,
  before: Network | undefined,
  how: { waits?: boolean; confirmedBy?: string },
): Mail {
  const was = before ? `It was ${before.networkAddress} on ${before.networkName}.` : 'There was none before.';
  const first = how.waits
    ? `${author} wants clients to send USDT to ${after.networkAddress} on ${after.networkName}. Nothing changes until another admin confirms it.`
    : `Clients now send USDT to ${after.networkAddress} on ${after.networkName}. ${author} made the change${how.confirmedBy ? `, and ${how.confirmedBy} confirmed it` : ''}.`;
  return {
    to,
    urgent: true,
    subject: how.waits ? 'A change of the payment address waits for confirmation' : 'The payment address was changed',
    lines: [
      first,
      was,
      'If you do not expect this change, act at once: clients may be sending money to a wrong address.',
    ],
  };
}
