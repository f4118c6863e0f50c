/**
 * Only for tests: a device that makes passkeys and signs with them, in software, and that can be told to do everything
 * wrong that a real one or a thief could do.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Answered, Asked, TestPortal } from '#portal.testing.server.ts';

/** What the portal asked, in the spelling of the standard. */
// A wrong path fails the test.
// oxlint-disable-next-line no-explicit-any
type Options = any;

type How = {
  /** Where the page stands that asks. */
  origin?: string;
  rpId?: string;
  /** Whether the device made sure that its owner is there. */
  verified?: boolean;
  /** What the device says that it has signed. */
  counter?: number;
  type?: string;
  challenge?: string;
  userHandle?: string;
  /** What its maker says of it: the format, and the certificates. */
  attested?: { fmt: string; x5c: Buffer[] };
};

const origin = 'http://localhost:0';

export type Device = {
  readonly id: string;
  /** Answers `options` of start-passkey. */
  make(options: Options, how?: How): object;
  /** Answers the options of a signature. */
  sign(options: Options, how?: How): { id: string; response: Record<string, string> } & Record<string, unknown>;
  /** The same key with the count that it has now, as somebody who copied the device would have it. */
  copy(): Device;
};

type Kept = { id: Buffer; privateKey: KeyObject; publicKey: KeyObject; userHandle: string; counter: number };

export function device(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return deviceOf({ id: randomBytes(32), privateKey, publicKey, userHandle: '', counter: 0 });
}

function deviceOf(key: Kept): Device {
  const id = key.id.toString('base64url');
  return {
    id,
    make(options, how = {}) {
      key.userHandle = options.user.id;
      const data = authenticatorData(how.rpId ?? options.rp.id, how, key.counter, key);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', how.attested?.fmt ?? 'none'],
          ['attStmt', how.attested ? statementOf(how.attested.x5c) : new Map()],
          ['authData', new Uint8Array(data)],
        ]),
      );
      const client = clientData('webauthn.create', options.challenge, how);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(options, how = {}) {
      key.counter += 1;
      const data = authenticatorData(how.rpId ?? options.rpId, how, key.counter);
      const client = clientData('webauthn.get', options.challenge, how);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, key.privateKey).toString('base64url'),
          userHandle: how.userHandle ?? key.userHandle,
        },
      };
    },
    copy: () => deviceOf({ ...key }),
  };
}

/** A statement with a signature of nothing: whoever reads its certificates before that has gone too far. */
function statementOf(x5c: Buffer[]): Map<string, unknown> {
  const certificates = x5c.map((each) => new Uint8Array(each));
  return new Map<string, unknown>([...Object.entries({ alg: -7, sig: new Uint8Array(70), x5c: certificates })]);
}

function clientData(type: string, challenge: string, how: How): Buffer {
  const said = { type: how.type ?? type, challenge: how.challenge ?? challenge, origin: how.origin ?? origin };
  return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
}

const [present, verified, attested] = [1, 4, 64];

function authenticatorData(rpId: string, how: How, counter: number, made?: Kept): Buffer {
  const flags = present + (how.verified === false ? 0 : verified) + (made ? attested : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(how.counter ?? counter);
  const head = [createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count];
  if (!made) return Buffer.concat(head);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(made.id.length);
  return Buffer.concat([...head, Buffer.alloc(16), length, made.id, coseOf(made.publicKey)]);
}

/** A public key of P-256 as COSE spells it: type 2 (elliptic), ES256 (-7), curve 1, x, y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const part = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'));
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part(x)],
      [-3, part(y)],
    ]),
  );
}

function cbor(value: Map<never, unknown> | Map<string, unknown> | Map<number, unknown>): Buffer {
  return Buffer.from(isoCBOR.encode(value as never));
}

/** A device on which this person has just made a passkey: an admin with a password, whoever has an app with a code. */
export async function withPasskey(
  portal: Pick<TestPortal, 'call'>,
  as: { token: string; password?: string; otp?: string },
): Promise<Device> {
  const key = device();
  const proof = { currentPassword: as.password, otp: as.otp };
  const started = await portal.call('POST', '/kimi/start-passkey', { as, body: proof });
  const body = { name: 'Laptop', credential: key.make(started.body.options) };
  const added = await portal.call('POST', '/kimi/add-passkey', { as, body });
  if (added.status !== 200) throw new Error(added.text);
  return key;
}

/** Makes a call, and once more with what this device signs where a passkey is asked for. */
export async function confirmedWith(
  key: Device,
  portal: Pick<TestPortal, 'call'>,
  method: 'POST' | 'PUT',
  path: string,
  asked: Asked,
): Promise<Answered> {
  const answer = await portal.call(method, path, asked);
  if (answer.body.code !== 'auth.passkey_asked') return answer;
  const passkey = Buffer.from(JSON.stringify(key.sign(answer.body.options))).toString('base64');
  return portal.call(method, path, { ...asked, headers: { ...asked.headers, passkey } });
}

/** Signs in with this device, whoever it was made for. */
export async function signInWith(key: Device, portal: Pick<TestPortal, 'call'>): Promise<Answered> {
  const { body } = await portal.call('POST', '/kimi/start-passkey-sign-in', {});
  return portal.call('POST', '/kimi/sign-in-with-passkey', { body: { credential: key.sign(body.options) } });
}
