/** Questions with one answer open at a time, by the browser's own means, and the same as data for search engines. */
import type { Question } from './home.words.ts';
import { StructuredData } from './PageHead.tsx';
import { words } from './site.words.ts';

function paragraphs(answer: Question['answer']): readonly string[] {
  return typeof answer === 'string' ? [answer] : answer;
}

function structured(questions: readonly Question[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: paragraphs(answer).join(' ') },
    })),
  };
}

export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <section className="wrap faq" aria-labelledby="questions">
      <h2 id="questions">{words.questions}</h2>
      <div className="faq-list">
        {questions.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            {paragraphs(answer).map((each) => (
              <p key={each}>{each}</p>
            ))}
          </details>
        ))}
      </div>
      <StructuredData data={structured(questions)} />
    </section>
  );
}
