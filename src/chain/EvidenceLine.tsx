/** What the chain says about a top-up or a payout, in one line, every look at it in a table, and where to look. */
import { Button } from '@mantine/core';
import { explorerLink } from '#network/network.ts';
import { useChange } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Refused } from '#ui/Refused.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { lookAgain } from './again.api.ts';
import css from './Evidence.module.css';
import type { Evidence } from './evidence.api.ts';
import { claimedBy, evidenceLine, words, type About, type Claimed } from './evidence.words.ts';

const icons = { good: 'check', bad: 'warning', wait: 'clock' } as const;

type LineProps = { evidence: Evidence | null | undefined; claimed: Claimed; brief?: boolean };

/** `brief`: in a list, where the whole stands in the row that one opens, what is as it should be takes one line. */
export function EvidenceLine({ evidence, claimed, brief = false }: LineProps) {
  const said = evidenceLine(evidence, claimed, new Date());
  const text = brief && said.tone === 'good' && evidence?.lines === 1 ? words.matchesFinal : said.text;
  const { tone } = said;
  return (
    <span className={css['said']} data-tone={tone} title={text === said.text ? undefined : said.text}>
      <Icon name={icons[tone]} size={14} />
      <span>
        {text.split(shortened).map((part, place) =>
          place % 2 === 0 ? (
            part
          ) : (
            <span key={place} className={css['whole']}>
              {part}
            </span>
          ),
        )}
      </span>
    </span>
  );
}

/** `T…pTv8`, which is never broken over two lines. */
const shortened = /(\S+…\S+)/;

/** In the story of a request that was approved too early. */
export function LostSince({ at }: { at: Date | null }) {
  return at === null ? null : (
    <p className={css['said']} data-tone="bad">
      <Icon name="warning" size={14} />
      <span>
        {words.lost} <Time at={at} />.
      </span>
    </p>
  );
}

type Row = About & { applyId: string; state: string; evidence?: Evidence | undefined };

/** The line, and a look at once; not offered where nobody looks, or what was seen can't change any more. */
export function EvidenceNow({ row }: { row: Row }) {
  const { applyId, evidence, state } = row;
  const line = <EvidenceLine evidence={evidence} claimed={claimedBy(row)} />;
  if (!evidence || evidence.final || state !== 'Pending' || row.destination) return line;
  return (
    <span className={css['now']}>
      {line}
      <LookAgain applyId={applyId} />
    </span>
  );
}

/** What was seen comes by itself. */
function LookAgain({ applyId }: { applyId: string }) {
  const change = useChange(lookAgain, {
    failed: words.lookFailed,
    done: ({ message }) => toast.done(message, 3_000),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={css['again']}
        loading={change.busy}
        aria-label={words.lookAgainAt(applyId)}
        onClick={() => change.send({ query: { applyId } })}
      >
        {words.lookAgain}
      </Button>
      <Refused message={change.refusal?.message} />
    </>
  );
}

export function EvidenceTable({ looks, claimed }: { looks: readonly Evidence[]; claimed: Claimed }) {
  return (
    <PlainTable
      label={words.title}
      heads={[words.checkedAt, words.says, words.sender, words.recipient, words.block, words.nodes]}
      empty={words.none}
      rows={looks.map((each) => [
        <Time key="at" at={each.checkedAt} />,
        <EvidenceLine key="says" evidence={each} claimed={claimed} />,
        each.sender ? <CopyId key="sender" value={each.sender} short /> : '–',
        each.recipient ? <CopyId key="recipient" value={each.recipient} short /> : '–',
        each.block ?? '–',
        <ul key="nodes" className={css['nodes']}>
          {each.nodes.map(({ node, said }) => (
            <li key={node}>
              {node} {said}
            </li>
          ))}
        </ul>,
      ])}
    />
  );
}

type TransactionProps = { networkName: string; transactionId: string; label?: string };

/** A transaction to be copied, and looked up where anybody can. */
export function TransactionId({ networkName, transactionId, ...rest }: TransactionProps) {
  const link = explorerLink(networkName, transactionId);
  return (
    <span className={css['tx']}>
      <CopyId value={transactionId} short {...rest} />
      {link ? (
        <a href={link} target="_blank" rel="noreferrer noopener">
          {words.lookUp}
        </a>
      ) : null}
    </span>
  );
}
