/**
 * The two digests that addresses are checked with, in plain arithmetic: the browser's own crypto answers only later and
 * only over https, and Keccak-256 is in neither the browser nor Node. For checksums; passwords and tokens use the
 * platform's.
 */

/** The first 32 bits of the fractional part of `n` to the power of 1/`root`, as FIPS 180-4 makes its constants. */
function fraction(n: number, root: 2 | 3): number {
  let low = 0n;
  let high = BigInt(n) << 40n;
  // The whole number whose root-th power just fits below n * 2^(32 * root).
  const goal = BigInt(n) << BigInt(32 * root);
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(root) <= goal) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffff_ffffn);
}

const primes = Array.from({ length: 311 }, (_, n) => n + 2).filter((n) =>
  Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, d) => d + 2).every((d) => n % d !== 0),
);
const shaStart = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const shaRounds = primes.slice(0, 64).map((prime) => fraction(prime, 3));

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(length) * 8n);
  const state = [...shaStart];
  const w = new Array<number>(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) {
        w[t] = view.getUint32(block + 4 * t);
        continue;
      }
      const early = w[t - 15]!;
      const late = w[t - 2]!;
      w[t] =
        ((right(early, 7) ^ right(early, 18) ^ (early >>> 3)) +
          w[t - 7]! +
          (right(late, 17) ^ right(late, 19) ^ (late >>> 10)) +
          w[t - 16]!) |
        0;
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const first =
        (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + shaRounds[t]! + w[t]!) | 0;
      const second = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place]! + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

const all64 = (1n << 64n) - 1n;
const left64 = (lane: bigint, by: number) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & all64;

/** The 24 round constants of Keccak-f, from the linear feedback shift register that defines them. */
const keccakRounds = (() => {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    return constant;
  });
})();

function permute(lanes: bigint[]): void {
  for (const constant of keccakRounds) {
    const columns = Array.from(
      { length: 5 },
      (_, x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!,
    );
    for (let at = 0; at < 25; at++) lanes[at]! ^= columns[(at + 4) % 5]! ^ left64(columns[(at + 1) % 5]!, 1);
    let [x, y] = [1, 0];
    let moving = lanes[1]!;
    for (let step = 0; step < 24; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const turned = left64(moving, (((step + 1) * (step + 2)) / 2) % 64);
      moving = lanes[x + 5 * y]!;
      lanes[x + 5 * y] = turned;
    }
    for (let row = 0; row < 25; row += 5) {
      const [a, b, c, d, e] = lanes.slice(row, row + 5) as [bigint, bigint, bigint, bigint, bigint];
      lanes.splice(
        row,
        5,
        a ^ (~b & all64 & c),
        b ^ (~c & all64 & d),
        c ^ (~d & all64 & e),
        d ^ (~e & all64 & a),
        e ^ (~a & all64 & b),
      );
    }
    lanes[0]! ^= constant;
  }
}

/** Keccak-256 as Ethereum uses it: SHA-3's permutation with the padding from before the standard. */
export function keccak256(message: Uint8Array): Uint8Array {
  const rate = 136;
  const padded = new Uint8Array(Math.ceil((message.length + 1) / rate) * rate);
  padded.set(message);
  padded[message.length]! |= 0x01;
  padded[padded.length - 1]! |= 0x80;
  const view = new DataView(padded.buffer);
  const lanes = new Array<bigint>(25).fill(0n);
  for (let block = 0; block < padded.length; block += rate) {
    for (let lane = 0; lane < rate / 8; lane++) lanes[lane]! ^= view.getBigUint64(block + 8 * lane, true);
    permute(lanes);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane++) digest.setBigUint64(8 * lane, lanes[lane]!, true);
  return new Uint8Array(digest.buffer);
}
