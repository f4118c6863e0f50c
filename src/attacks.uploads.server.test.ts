/** Files that are two things at once, that unpack to gigabytes, that move, or that carry more than a picture. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
let client: Person;
let picture: Buffer;
beforeAll(async () => {
  client = await portal.client({ dollars: 1 });
  picture = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();
});

const send = (bytes: Uint8Array, name = 'proof.png', type = 'image/png'): Promise<Answered> =>
  portal.call('POST', '/add-money', {
    as: client,
    form: {
      chargeMoney: '50',
      transactionId: randomBytes(32).toString('hex'),
      photo: new File([new Uint8Array(bytes)], name, { type }),
    },
  });
const served = async ({ status, text, body }: Answered) => {
  expect(status, text).toBe(200);
  return (await portal.call('GET', '/kimi/proof', { as: client, query: { applyId: body.transaction._id } })).bytes;
};
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
const header = (width: number, height: number) => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', data)]);
};

describe('what is no JPEG, PNG or WebP is refused, whatever it calls itself', () => {
  const gif = 'GIF89a/*\x01\x00\x01\x00*/=1;alert(document.domain)//';
  test.each([
    ['a GIF that is a script too', gif],
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    ],
    [
      'an SVG behind a picture’s first bytes',
      '\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page behind a JPEG’s first bytes', '\xff\xd8\xff<script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'],
    ['an archive', 'PK\x03\x04\x14\x00\x00\x00'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['a script for ImageMagick', 'push graphic-context\nfill \'url(https://127.0.0.1/x"|id")\'\npop graphic-context'],
    ['a WebP of nothing', 'RIFF\x04\x00\x00\x00WEBP'],
    ['a single byte', 'x'],
  ])('%s', async (_what, bytes) => {
    for (const [name, type] of [
      ['proof.png', 'image/png'],
      ['../../etc/cron.d/x.jpg', 'image/jpeg'],
      ['a.php', 'text/html'],
    ] as const) {
      const { status, body } = await send(Buffer.from(bytes, 'latin1'), name, type);
      expect([status, body.field]).toEqual([400, 'photo']);
    }
  });
});

describe('a picture', () => {
  test('that is a page too comes back as a picture alone', async () => {
    const end = picture.length - 12;
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>', 'latin1'));
    const both = Buffer.concat([
      picture.subarray(0, 33),
      text,
      picture.subarray(33, end),
      picture.subarray(end),
      Buffer.from('<script>alert(2)</script>PK\x03\x04'),
    ]);
    const clean = await served(await send(both, 'x.html', 'text/html'));
    expect(clean.toString('latin1')).not.toMatch(/script|alert|PK\x03\x04/);
    expect((await sharp(clean).metadata()).format).toBe('jpeg');
  });

  test('forgets where and with what it was taken', async () => {
    const exif = {
      IFD0: { Copyright: 'secret-owner', Make: 'secret-phone' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    };
    const marked = await sharp(picture).withExif(exif).jpeg().toBuffer();
    expect((await sharp(marked).metadata()).exif).toBeDefined();
    const meta = await sharp(await served(await send(marked))).metadata();
    expect([meta.exif, meta.xmp, meta.iptc, meta.icc, meta.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('that moves stands still', async () => {
    const pages = Buffer.concat([picture, picture].map(() => randomBytes(32 * 32 * 3)));
    const moving = await sharp(pages, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
      .webp({ loop: 0 })
      .toBuffer();
    const meta = await sharp(await served(await send(moving))).metadata();
    expect([meta.format, meta.pages, meta.height]).toEqual(['jpeg', undefined, 32]);
  });

  test(
    'of a gigapixel is refused by what its header says, and one that says too little by what it holds',
    { timeout: 30_000 },
    async () => {
      const zeros = deflateSync(Buffer.alloc(8 * 1024 * 1024));
      const bomb = Buffer.concat([header(32_000, 32_000), chunk('IDAT', zeros), chunk('IEND', Buffer.alloc(0))]);
      expect((await send(bomb)).status).toBe(413);
      const before = process.memoryUsage.rss();
      const lying = Buffer.concat([
        header(10, 10),
        ...Array.from({ length: 200 }, () => chunk('IDAT', zeros)),
        chunk('IEND', Buffer.alloc(0)),
      ]);
      expect([200, 400]).toContain((await send(lying)).status);
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
      for (const cut of [20, 40, Math.floor(picture.length / 2)])
        expect((await send(picture.subarray(0, cut))).status).toBe(400);
    },
  );

  test('comes alone and within its size', async () => {
    const form = new FormData();
    for (const name of ['photo', 'photo', 'other']) form.append(name, new Blob([new Uint8Array(picture)]), 'a.png');
    const headers = { authorization: `Bearer ${client.token}` };
    const post = (body: FormData | Blob) => fetch(new URL('/add-money', portal.url), { method: 'POST', headers, body });
    expect((await post(form)).status).toBe(413);
    expect((await send(Buffer.alloc(11 * 1024 * 1024, 0xff))).status).toBe(413);
    const many = new FormData();
    for (let n = 0; n < 500; n++) many.append(`field${n}`, 'x');
    expect((await post(many)).status).toBe(413);
  });
});

describe('a form that is cut off or makes no sense is the sender’s fault', () => {
  const type = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name="chargeMoney"\r\n\r\n50';
  test.each([
    ['without a boundary', 'multipart/form-data', part],
    ['without anything', type, ''],
    ['that is none', type, 'garbage'],
    ['cut off within a field', type, part],
    [
      'cut off within the picture',
      type,
      `${part}\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n\x89PNG`,
    ],
    ['whose part has no name', type, '--b\r\nContent-Type: text/plain\r\n\r\n50\r\n--b--\r\n'],
    [
      'whose part is named like the insides of a program',
      type,
      part.replace('chargeMoney', '__proto__') + '\r\n--b--\r\n',
    ],
  ])('%s', async (_what, contentType, body) => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': contentType };
    const answer = await fetch(new URL('/add-money', portal.url), { method: 'POST', headers, body });
    expect(answer.status, await answer.text()).toBe(400);
  });
});

test('a file whose name no database keeps is taken under what is left of it', async () => {
  const names = ["a.csv; filename*=utf-8''a%00b.csv", `${'a'.repeat(199)}\u{1F98A}.csv`];
  for (const name of names) {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename=${name}\r\n\r\n`;
    const field = (key: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
    const adsId = randomBytes(6).toString('hex');
    const rows = `Day,Customer ID,Currency code,Cost\n2026-01-01,${adsId},USD,5\n`;
    const body = `${field('platform', 'Google')}${field('dry', 'false')}${head}${rows}\r\n--b--\r\n`;
    const headers = {
      authorization: `Bearer ${(await portal.admin()).token}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    const answer = await fetch(new URL('/kimi/import-spend', portal.url), { method: 'POST', headers, body });
    expect(answer.status, await answer.text()).toBe(200);
  }
});

test('a call that takes no file takes none', async () => {
  const { status } = await portal.call('POST', '/kimi/apply-refund', { as: client, form: { photo: picture } });
  expect(status).toBe(415);
});

describe('the disk', () => {
  const noise = () =>
    sharp(randomBytes(32 * 32 * 3), { raw: { width: 32, height: 32, channels: 3 } })
      .png()
      .toBuffer();
  const kept = async (person: Person) =>
    (
      await portal.db.owner.query<{ n: number }>(
        'test.kept',
        'select count(*)::int as n from proofs where client = $1',
        [person.id],
      )
    )[0]!.n;

  test('is not filled by who holds a pay link that was paid: another picture is refused and forgotten', async () => {
    const owner = await portal.client();
    const wish = { firstName: 'P', lastName: 'Q', emailId: 'payer@example.com', country: 'DE', money: '60' };
    const { code } = (await portal.call('POST', '/kimi/create-paylink-individual', { as: owner, body: wish })).body
      .newPaylink;
    const payment = { transactionId: randomBytes(32).toString('hex'), photo: await noise() };
    const pay = (form: typeof payment) => portal.call('POST', `/kimi/pay/${code}`, { form });
    expect((await pay(payment)).status).toBe(200);
    for (let n = 0; n < 5; n++)
      expect((await pay({ ...payment, photo: await noise() })).body.code).toBe('paylink.processing');
    expect((await pay(payment)).status).toBe(200);
    expect(await kept(owner)).toBe(1);
  });

  const sendAs = (as: Person, photo?: Buffer) =>
    portal.call('POST', '/add-money', {
      as,
      form: { chargeMoney: '50', transactionId: randomBytes(32).toString('hex'), ...(photo ? { photo } : {}) },
    });
  const spend = (key: string, guesses: number) =>
    portal.db.owner.query('test.spend', 'update throttles set guesses = $2 where key = $1', [key, guesses]);

  test.for([
    ['who has paid', { dollars: 5 }, (id: bigint) => `proofs:${id}`, 100],
    ['who never paid', {}, (id: bigint) => `proofs:${id}, new`, 20],
  ] as const)('is not filled by a client %s, and any number of what is known is taken', async ([, is, key, most]) => {
    const busy = await portal.client(is);
    const [one, other] = [await noise(), await noise()];
    expect((await sendAs(busy, one)).status).toBe(200);
    await spend(key(busy.id), most - 1);
    expect((await sendAs(busy, await noise())).status).toBe(200);
    expect((await sendAs(busy, other)).body.code).toBe('limit.reached');
    const draft = { as: busy, form: { chargeMoney: '50', photo: other } };
    expect((await portal.call('PUT', '/kimi/keep-topup-draft', draft)).body.code).toBe('limit.reached');
    expect((await sendAs(busy, one)).status).toBe(200);
    expect((await sendAs(busy)).status).toBe(200);
    expect(await kept(busy)).toBe(2);
  });
});
