/**
 * The nodes of all chains, as the settings name them. Each is asked once which chain it is of and how it counts USDT;
 * one that says otherwise is not used. A transaction is asked of all of them at the same time: the first in the list
 * that answers serves, and what the others say has to agree. Who does not answer says nothing: that is never "not
 * found".
 */
import type { App } from '#server/app.server.ts';
import type { Log } from '#server/log.server.ts';
import { chainNames, headersFor, type ChainName, type Nodes } from '#server/nodes.server.ts';
import { hostOf, NoAnswer, openOutward, placesOf, TooLong } from '#server/outward.server.ts';
import { evm, mostBlocks } from './evm.server.ts';
import { networkCalled, networks, type Network } from './networks.ts';
import { WrongNode, type AllListed, type Family, type Listed, type Node, type Where } from './node.server.ts';
import { agreedReading, believable, foundIn, type Looked, type Reading } from './reading.ts';
import { tron } from './tron.server.ts';

/** What one node said, in a word, for whoever asks how it is known. */
export type NodeWord = { readonly node: string; readonly said: string };

export type Seen = {
  readonly reading: Looked;
  /** Every node that the settings name answered. */
  readonly complete: boolean;
  readonly nodes: readonly NodeWord[];
  /** How many nodes have it, final. */
  readonly agreed: number;
};

export type Chains = {
  /** The networks that have nodes, with the contract and the chain that the settings name. */
  readonly networks: readonly Network[];
  /** The one of them that this name means, however it is written. */
  called(name: string): Network | undefined;
  look(network: Network, hash: string): Promise<Seen>;
  /** What moved at an account next, as all nodes say that answer; undefined where none does. */
  list(network: Network, from: Where): Promise<AllListed | undefined>;
  /** Asks every node whether it is what the settings say. */
  check(): Promise<void>;
  close(): void;
};

const families: Readonly<Record<Network['family'], Family>> = { tron, evm };

/** All questions about one transaction to one node. */
const patienceMs = 3_000;
/** All questions of one list: pages, or the search for the block to begin with. */
const listingMs = 20_000;
/** As long as most transactions can make the answer about them; lists are asked for in parts. */
const mostBytes = 8_000_000;

/** Who did not answer is left alone for a while, as long as another node does. */
const restMs = 15_000;
/** So long what others list does not go for good without one that is silent, or falls behind. */
const lateMs = 10 * 60_000;
const wrongMs = 10 * 60_000;
const rightMs = 60 * 60_000;

/** Who has no lists, as a node of one's own on Tron, may answer well about a transaction. */
type What = 'looks' | 'lists';

type State = {
  node: Omit<Node, 'signal'>;
  rightUntil: number;
  wrongUntil: number;
  restUntil: Record<What, number>;
  /** How it goes on with each account: it may tell of one, and not of another's older blocks. */
  going: Map<string, { keptUpAt: number; head: number }>;
  why: string;
};
type Asking = { log: Pick<Log, 'warn'>; mostMs: number; closing: AbortSignal };

const opened = new WeakMap<App, Chains>();

/** The chains of a portal, opened once: who rests is known to all who ask. */
export function chainsOf(app: App): Chains {
  const known = opened.get(app);
  if (known) return known;
  const chains = openChains(app.config.nodes, app.log);
  opened.set(app, chains);
  return chains;
}

export function openChains(nodes: Nodes, log: Pick<Log, 'warn'>, mostMs = patienceMs): Chains {
  const outward = openOutward(placesOf(nodes), { timeoutMs: 2_500, mostBytes });
  const closing = new AbortController();
  const asking: Asking = { log, mostMs, closing: closing.signal };
  const states = new Map<ChainName, State[]>();
  const known = networks.flatMap((network): Network[] => {
    const settings = nodes[network.chain];
    const { urls, usdt = network.usdt, chainId = network.chainId } = settings;
    const own = { ...network, usdt, chainId };
    const stateOf = (url: string): State => ({
      node: { outward, url, headers: headersFor(settings, url), network: own, learned: { blocks: mostBlocks } },
      rightUntil: 0,
      wrongUntil: 0,
      restUntil: { looks: 0, lists: 0 },
      going: new Map(),
      why: '',
    });
    states.set(network.chain, urls.map(stateOf));
    return urls.length > 0 ? [own] : [];
  });
  return {
    networks: known,

    called(name) {
      const meant = networkCalled(name)?.name;
      return known.find((network) => network.name === meant);
    },

    async look(network, hash) {
      const all = states.get(network.chain) ?? [];
      const asked = askable(all);
      const answers = await Promise.all(asked.map((state) => read(asking, state, hash)));
      const readings = said(answers);
      const agreed = readings.length > 0 ? agreedReading(readings) : 'down';
      // Who can't say what is in it knows it: another's "not found" is not the whole truth.
      const tooLong = !foundIn(agreed) && answers.some((answer) => answer instanceof TooLong);
      return {
        reading: tooLong ? 'unusable' : believable(agreed, network),
        complete: readings.length === all.length,
        nodes: asked.map(({ node }, place) => ({ node: hostOf(node.url), said: wordOf(answers[place]!) })),
        agreed: readings.filter((reading) => reading.found && reading.final).length,
      };
    },

    async list(network, from) {
      const family = families[network.family];
      const patient = { ...asking, mostMs: listingMs };
      const all = states.get(network.chain) ?? [];
      const asked = askable(all, 'lists');
      const answers = await Promise.all(
        asked.map((state) => answerOf(patient, state, (node) => family.list(node, from), 'lists')),
      );
      const listed = asked.flatMap((state, place) => {
        const answer = answers[place]!;
        return answer instanceof NoAnswer ? [] : [{ ...answer, lags: lags(state, from, answer) }];
      });
      const lately = all.filter((state) => keptUpLately(state, from));
      return united(listed, lately.length <= listed.filter((each) => !each.lags).length);
    },

    async check() {
      const all = chainNames.flatMap((chain) => states.get(chain) ?? []);
      await Promise.allSettled(all.map((state) => insistOnRight(asking, state)));
    },

    close: () => closing.abort(),
  };
}

/**
 * Whether a node has told of fewer blocks than its chain grew by meanwhile, for so long that nobody waits for it any
 * more. Each is measured by its own chain, so that none can make another one seem to be late.
 */
function lags(state: State, from: Where, { whole, next, head }: Listed): boolean {
  const { account, mark = -Infinity } = from;
  const before = state.going.get(account);
  const keepsUp = whole || before === undefined || next - mark > head - before.head;
  state.going.set(account, { keptUpAt: keepsUp ? Date.now() : before.keptUpAt, head });
  return !keptUpLately(state, from);
}

function keptUpLately({ going }: State, { account }: Where): boolean {
  return Date.now() - (going.get(account)?.keptUpAt ?? 0) < lateMs;
}

/**
 * One list of what several nodes list. It names what any of them names, and reaches no further for good than each of
 * them does: what one leaves out another one names, and one that is behind is waited for, as long as it comes nearer.
 */
function united(all: readonly (Listed & { lags: boolean })[], complete: boolean): AllListed | undefined {
  const least = (numbers: readonly number[]) => Math.min(...numbers);
  if (all.length === 0) return undefined;
  const inTime = all.filter((each) => !each.lags);
  const listed = inTime.length > 0 ? inTime : all;
  const unfinished = listed.filter(({ whole }) => !whole);
  return {
    hashes: inTurn(all.map(({ hashes }) => hashes)),
    next: least((unfinished.length > 0 ? unfinished : listed).map(({ next }) => next)),
    mark: least(listed.map(({ mark }) => mark)),
    head: Math.max(...all.map(({ head }) => head)),
    whole: unfinished.length === 0,
    final: Math.max(...all.map(({ final }) => final)),
    complete,
  };
}

/** What most of them name first, and else one of each in turn: nobody who names very many comes before the others. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const places = new Map<string, { by: number; place: number }>();
  for (const list of lists)
    for (const [place, hash] of list.entries()) {
      const known = places.get(hash);
      places.set(hash, { by: (known?.by ?? 0) + 1, place: Math.min(place, known?.place ?? place) });
    }
  return [...places]
    .toSorted(([, one], [, other]) => other.by - one.by || one.place - other.place)
    .map(([hash]) => hash);
}

function said<T>(answers: readonly (T | NoAnswer)[]): T[] {
  return answers.flatMap((answer) => (answer instanceof NoAnswer ? [] : [answer]));
}

function read(asking: Asking, state: State, hash: string): Promise<Reading | NoAnswer> {
  return answerOf(asking, state, (node) => families[node.network.family].read(node, hash));
}

/** Those that do not rest from this, or all of them. */
function askable(all: State[] = [], what: What = 'looks'): State[] {
  const awake = all.filter(({ restUntil }) => restUntil[what] <= Date.now());
  return awake.length > 0 ? awake : all;
}

async function answerOf<T>(
  asking: Asking,
  state: State,
  ask: (node: Node) => Promise<T>,
  what: What = 'looks',
): Promise<T | NoAnswer> {
  const { restUntil } = state;
  try {
    await insistOnRight(asking, state);
    const answer = await ask({ ...state.node, signal: signalOf(asking) });
    restUntil[what] = 0;
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // It is well; the answer is what is wrong.
    if (error instanceof TooLong) return error;
    const why = { node: hostOf(state.node.url), why: error.message, asked: what };
    // Once for each time that it stops answering, not for each question.
    if (restUntil[what] === 0 && !asking.closing.aborted) asking.log.warn('a node of a chain does not answer', why);
    restUntil[what] = Date.now() + restMs;
    return error;
  }
}

/** Throws why this node can't be asked. */
async function insistOnRight(asking: Asking, state: State): Promise<void> {
  const { node } = state;
  if (state.wrongUntil > Date.now()) throw new WrongNode(state.why);
  if (state.rightUntil > Date.now()) return;
  try {
    await families[node.network.family].check({ ...node, signal: signalOf(asking) });
    state.rightUntil = Date.now() + rightMs;
  } catch (error) {
    if (error instanceof WrongNode) {
      state.wrongUntil = Date.now() + wrongMs;
      state.why = error.message;
    }
    if (error instanceof NoAnswer && !asking.closing.aborted)
      asking.log.warn('a node of a chain is not used', { node: hostOf(node.url), why: error.message });
    throw error;
  }
}

function signalOf({ closing, mostMs }: Asking): AbortSignal {
  return AbortSignal.any([closing, AbortSignal.timeout(mostMs)]);
}

function wordOf(answer: Reading | NoAnswer): string {
  if (answer instanceof NoAnswer) return answer.message;
  if (!answer.found) return 'does not know it';
  return answer.final ? `has it, final, in block ${answer.block}` : `has it in block ${answer.block}`;
}
