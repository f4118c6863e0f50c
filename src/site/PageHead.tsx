/**
 * What a page says about itself to search engines and to whoever shares it. React lifts it into the document's head.
 */
import { inScript } from '#kernel/markup.ts';
import { useFacts } from './drawing.tsx';

/** Facts in the vocabulary of schema.org. */
export function StructuredData({ data }: { data: object }) {
  const json = inScript({ '@context': 'https://schema.org', ...data });
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export function PageHead({
  title,
  description,
  address,
  hidden,
}: {
  title: string;
  description: string;
  address: string;
  hidden?: boolean;
}) {
  const { brand } = useFacts();
  const full = address === '/' ? `${brand.name} · ${title}` : `${title} · ${brand.name}`;
  const canonical = `${brand.origin}${address}`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={`${brand.origin}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={brand.promise} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
