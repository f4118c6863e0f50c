import { PlatformPage } from './PlatformPage.tsx';
import { google } from './platform.words.ts';

export default function GoogleAdsPage() {
  return <PlatformPage platform={google} />;
}
