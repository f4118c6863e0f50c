import { getStatementVerifier } from '#wallet/statement.api.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { security, verifier } from './security.words.ts';

export default function SecurityPage() {
  return (
    <PolicyPage policy={security} address="/security" dated={false}>
      <section aria-labelledby="check">
        <h2 id="check">{verifier.heading}</h2>
        <p>{verifier.text}</p>
        <ProductPicture name="statement" alt={verifier.picture} />
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
