/** What the public site says of each platform. A new one has its words in a file of its own, and its line here. */
import type { Platform } from '#platforms/platforms.ts';
import { bing } from './bing.words.ts';
import { facebook } from './facebook.words.ts';
import { google } from './google.words.ts';
import type { PlatformWords } from './platform.words.ts';
import { tiktok } from './tiktok.words.ts';

export const platformWords: Readonly<Record<Platform, PlatformWords>> = {
  Google: google,
  Bing: bing,
  Facebook: facebook,
  TikTok: tiktok,
};
