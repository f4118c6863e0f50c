/** A policy: its summary first, then its sections, each with its own anchor. */
import type { ReactNode } from 'react';
import { useWords } from './drawing.tsx';
import { PageHead } from './PageHead.tsx';
import { contents, lastUpdate, type Policy } from './policy.words.ts';

type Props = { policy: Policy; address: string; dated?: boolean; children?: ReactNode };

export function PolicyPage({ address, dated = true, children, ...page }: Props) {
  const policy = useWords(page.policy);
  return (
    <article className="wrap policy">
      <PageHead title={policy.title} description={policy.description} address={address} />
      <header>
        <h1>{policy.title}</h1>
        {dated ? <p className="quiet-text">{lastUpdate}</p> : null}
        <p className="lead">{policy.summary}</p>
      </header>
      <nav aria-label={contents}>
        <ol>
          {policy.sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="policy-text">
        {policy.sections.map(({ id, heading, text }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{heading}</h2>
            {text.map((each) =>
              typeof each === 'string' ? (
                <p key={each}>{each}</p>
              ) : (
                <ul key={each.join()}>
                  {each.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        {children}
      </div>
    </article>
  );
}
