import { PlatformPage } from './PlatformPage.tsx';
import { bing } from './platform.words.ts';

export default function BingAdsPage() {
  return <PlatformPage platform={bing} />;
}
