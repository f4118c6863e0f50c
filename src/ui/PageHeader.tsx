import { brand } from '#kernel/brand.ts';

export function PageHeader({ title }: { title: string }) {
  return (
    <header>
      <title>{`${title} · ${brand.name}`}</title>
      <h1>{title}</h1>
    </header>
  );
}
