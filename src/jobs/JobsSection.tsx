/** Which jobs ran when and how they ended: where an admin looks when something that happens by itself does not. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { getJobs } from './jobs.api.ts';
import { words } from './jobs.words.ts';

type Job = OutputOf<typeof getJobs>['jobs'][number];

export function JobsSection() {
  const call = useCall(getJobs, {}, { every: 60_000 });
  return (
    <Section title={words.title} text={words.text}>
      <DataState call={call} failed={words.failed} lines={4}>
        {({ jobs }) => (
          <PlainTable
            label={words.title}
            heads={[words.job, words.every, words.last, words.outcome]}
            empty={words.empty}
            rows={jobs.map((job) => [
              job.name,
              interval(job.everySeconds),
              <Time key="last" at={job.startedAt} age />,
              outcome(job),
            ])}
          />
        )}
      </DataState>
    </Section>
  );
}

function interval(seconds: number): string {
  if (seconds % 3_600 === 0) return words.hours(seconds / 3_600);
  return seconds % 60 === 0 ? words.minutes(seconds / 60) : words.seconds(seconds);
}

function outcome({ node, outcome: ended, error }: Job): string {
  if (node !== null) return words.runs(node);
  if (ended === null) return words.ended;
  return ended === 'done' ? words.done : words.wentWrong(error ?? '');
}
