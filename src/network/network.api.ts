import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { enteredPassword, shape, text, tick, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';

const networkOnWire = z.object({ networkName: z.string(), networkAddress: z.string() });

export const getNetworkDetails = endpoint({
  method: 'GET',
  path: '/get-network-details',
  access: 'signed in',
  summary: 'The network and address that USDT is sent to now; `networks` are all that a client may choose, it first.',
  output: z.object({
    message: z.string(),
    networkDetails: z.nullable(networkOnWire),
    networks: z.array(networkOnWire),
  }),
  trips: 1,
});

const versionOnWire = shape('NetworkVersion', {
  _id: z.string(),
  networkName: z.string(),
  networkAddress: z.string(),
  /** The others that clients may choose in this version. */
  beside: z.array(networkOnWire),
  /** Shown (what clients see), Replaced, Waiting (for a second admin) or Dropped. */
  state: z.enum(['Shown', 'Replaced', 'Waiting', 'Dropped']),
  author: z.string(),
  /** Whether the caller is the author, who can't confirm. */
  own: z.boolean(),
  confirmedBy: z.nullable(z.string()),
  createdAt: time,
  shownAt: z.nullable(time),
});
export type NetworkVersion = z.output<typeof versionOnWire>;

const answer = z.object({ message: z.string(), networkDetails: z.nullable(networkOnWire), version: versionOnWire });

export const updateNetworkDetails = endpoint({
  method: 'PUT',
  path: '/kimi/update-network-details',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  summary:
    "Changes where clients send USDT. Asks for the admin's password, checks the address's checksum, and mails every admin.",
  body: z.object({
    networkName: text(60, 'Please enter the network name.'),
    networkAddress: text(128, 'Please enter the network address.'),
    /** Offers it beside the default, instead of as the default. */
    beside: tick,
    password: enteredPassword,
  }),
  output: answer,
  also202: true,
  trips: 17,
  refusals: ['user.wrong_password', 'network.same', 'limit.reached'],
  example: { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', password: 'a long secret' },
});

export const hideNetwork = endpoint({
  method: 'PUT',
  path: '/kimi/hide-network',
  access: { admin: 'Admin' },
  confirmedBy: 'passkey',
  summary:
    'No longer offers a network that stands beside the default one. What is still sent there is seen all the same.',
  body: z.object({ networkName: text(60, 'Please enter the network name.'), password: enteredPassword }),
  output: answer,
  also202: true,
  trips: 17,
  refusals: ['user.wrong_password', 'network.not_beside', 'limit.reached'],
  example: { networkName: 'ERC20', password: 'a long secret' },
});

export const getNetworkHistory = endpoint({
  method: 'GET',
  path: '/kimi/get-network-history',
  access: { admin: 'Support' },
  summary: 'Every version of the payment network, newest first.',
  query: z.object(pageQuery(['-createdAt'])),
  output: z.object({ message: z.string(), versions: z.array(versionOnWire), ...pageAnswer }),
  trips: 2,
});
