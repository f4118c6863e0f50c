/**
 * Answers that came with the document, so that the page that asks for them is drawn at once, first by the server and
 * then by the browser. The server holds those of one person only while it draws, and it draws without a pause.
 */
export type Answer = { readonly body: unknown; readonly total: string | null };
/** By the address of the call. */
export type Answers = Readonly<Record<string, Answer>>;

/** Under this id the server writes them into the document. */
export const broughtId = 'brought';
/** What the server has drawn of the page stands under this one, until the page itself is there. */
export const firstId = 'first';
/** What the page's code is loaded with waits under this one until then: the picture needs the whole line. */
export const codeId = 'code';

const none: Answers = {};
let brought = none;
let broughtAt = 0;

export function bring(answers: Answers, at: number): void {
  brought = answers;
  broughtAt = at;
}

/** What is asked for from now on is asked for anew. */
export function forgetBrought(): void {
  brought = none;
}

export function answerBrought(address: string): Answer | undefined {
  return Object.hasOwn(brought, address) ? brought[address] : undefined;
}

export function whenBrought(): number {
  return broughtAt;
}
