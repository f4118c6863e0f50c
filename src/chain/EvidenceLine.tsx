/** What the chain says about a top-up, in one line, and every look at it in a table. */
import { CopyId } from '#ui/CopyId.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Time } from '#ui/Time.tsx';
import css from './Evidence.module.css';
import type { Evidence } from './evidence.api.ts';
import { evidenceLine, words, type Claimed } from './evidence.words.ts';

const icons = { good: 'check', bad: 'warning', wait: 'clock' } as const;

export function EvidenceLine({ evidence, claimed }: { evidence: Evidence | null | undefined; claimed: Claimed }) {
  const { text, tone } = evidenceLine(evidence, claimed, new Date());
  return (
    <span className={css['said']} data-tone={tone}>
      <Icon name={icons[tone]} size={14} />
      <span>{text}</span>
    </span>
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
