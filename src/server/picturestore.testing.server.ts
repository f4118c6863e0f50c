/**
 * Only for tests: an object store that speaks as much of S3 as the portal asks. Whether a question is signed rightly it
 * finds out by its own computation (Signature Version 4, from the headers and bytes that arrived), not with the library
 * by which it was signed.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const storeKeys = { id: 'PORTALKEY', secret: 'a/secret+of=the.store', region: 'eu-test-1' };

type FakeStore = {
  readonly url: string;
  /** The settings of a portal that keeps its pictures here. */
  readonly settings: Record<string, string>;
  /** What was put, by its name. */
  readonly objects: Map<string, Buffer>;
  /** While it is away it takes no connection, and ends those that it has. */
  away: boolean;
  close(): void;
};

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const signedWith = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Why this question is not answered, in the words of S3; undefined where it is signed rightly. */
function faultOf({ method, url, headers }: IncomingMessage, bytes: Buffer): string | undefined {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!said) return 'AccessDenied';
  const [, id, day, region, names, signature] = said as unknown as string[];
  const at = String(headers['x-amz-date']);
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  const age = Date.now() - Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(age) < 15 * 60_000) || !at.startsWith(day!)) return 'RequestTimeTooSkewed';
  if (id !== storeKeys.id) return 'InvalidAccessKeyId';
  if (region !== storeKeys.region) return 'AuthorizationHeaderMalformed';
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names!.split(';').includes(name)))
    return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== sha256(bytes)) return 'XAmzContentSHA256Mismatch';
  const lines = names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const asked = [method, url, '', lines.join(''), names, sha256(bytes)].join('\n');
  const scope = [day, region, 's3', 'aws4_request'];
  const key = scope.reduce<Buffer | string>((secret, part) => signedWith(secret, part!), `AWS4${storeKeys.secret}`);
  const right = signedWith(key, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(asked)].join('\n')).toString('hex');
  return right === signature ? undefined : 'SignatureDoesNotMatch';
}

export async function openFakeStore(): Promise<FakeStore> {
  const objects = new Map<string, Buffer>();
  const store = { away: false };
  const server = createServer(async (request, response) => {
    if (store.away) return void request.socket.destroy();
    const bytes = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    const fault = faultOf(request, bytes);
    if (fault) return void refuse(403, fault);
    const [, bucket, name] = /^\/([^/]+)\/([^/?]+)$/.exec(request.url!) ?? [];
    if (bucket !== 'pictures') return void refuse(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      objects.set(name!, bytes);
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    const found = objects.get(name!);
    if (request.method !== 'GET' || !found) return void refuse(404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': String(request.headers['content-type']) }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
  return {
    url,
    objects,
    settings: {
      PICTURE_STORE_URL: url,
      PICTURE_STORE_KEY_ID: storeKeys.id,
      PICTURE_STORE_SECRET: storeKeys.secret,
      PICTURE_STORE_REGION: storeKeys.region,
    },
    get away() {
      return store.away;
    },
    set away(away) {
      store.away = away;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
