/** What browsers and Node both have and the language has not, as far as pure files use it (tsconfig.pure.json). */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array): string;
}

interface File {
  readonly name: string;
  readonly size: number;
}
