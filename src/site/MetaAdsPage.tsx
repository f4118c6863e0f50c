import { PlatformPage } from './PlatformPage.tsx';
import { meta } from './platform.words.ts';

export default function MetaAdsPage() {
  return <PlatformPage platform={meta} />;
}
