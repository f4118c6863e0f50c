/** What was said about a request, for the pages and commands that tell its story. */

/**
 * SQL for what was said about a request: what was proposed, the verdicts that were given, and decisions not to reverse
 * an approval. `place` orders what was said at the same moment.
 */
export function saidAbout(request: string, applyId: string): string {
  const about = `p.kind = 'verdict' and p.subject = ${applyId}`;
  return `
    select p.at, p.by_name as person, p.payload ->> 'verdict' as verdict, true as proposed,
      p.payload - '{verdict,of}'::text[] as details, 0 as place
    from proposals p where ${about}
    union all
    select d.at, d.person_name, d.verdict::text, false, d.details, 1 from decisions d where d.request = ${request}
    union all
    select p.decided_at, by.name, 'approve', true, '{"kept": true}'::jsonb, 2
    from proposals p join people by on by.id = p.decided_by
    where ${about} and p.state = 'Discarded' and p.payload ->> 'verdict' = 'reverse'
      and not exists (select from decisions d where d.request = ${request} and d.at = p.decided_at)`;
}
