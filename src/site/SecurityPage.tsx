import { getStatementVerifier } from '#wallet/statement.api.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { security, verifier } from './security.words.ts';

export default function SecurityPage() {
  return (
    <PolicyPage policy={security} address="/security" dated={false}>
      <section aria-labelledby="check">
        <h2 id="check">{verifier.heading}</h2>
        <p>{verifier.text}</p>
        <ol>
          {verifier.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          <a className="button" href={getStatementVerifier.path} download="verify-statement.mjs">
            {verifier.download}
          </a>
        </p>
      </section>
    </PolicyPage>
  );
}
