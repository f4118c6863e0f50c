/** The product itself, as `npm run picture` took it: light or dark, wide or on a phone, as the visitor has it. */
import { sizeOf, type PictureName } from './pictures.ts';

const narrow = '(max-width: 47.99rem)';
const dark = '(prefers-color-scheme: dark)';

export function ProductPicture({ name, alt }: { name: PictureName; alt: string }) {
  const [wide, phone] = [sizeOf(name, 'wide'), sizeOf(name, 'phone')];
  const at = (which: string) => `/pictures/${name}-${which}.webp`;
  return (
    <picture className="product">
      <source srcSet={at('phone-dark')} media={`${narrow} and ${dark}`} type="image/webp" {...phone} />
      <source srcSet={at('phone-light')} media={narrow} type="image/webp" {...phone} />
      <source srcSet={at('wide-dark')} media={dark} type="image/webp" {...wide} />
      <img src={at('wide-light')} alt={alt} {...wide} loading="lazy" decoding="async" />
    </picture>
  );
}
