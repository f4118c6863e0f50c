/** The chat apps that support can be reached on. One without an address in the brand is asked for by e-mail. */
import { brand } from '#kernel/brand.ts';
import { words } from './site.words.ts';

export type Chat = {
  readonly name: 'Skype' | 'Telegram' | 'WhatsApp' | 'Meta';
  readonly href: string;
  readonly label: string;
  readonly direct: boolean;
};

export const chats: readonly Chat[] = (['Skype', 'Telegram', 'WhatsApp', 'Meta'] as const).map((name) => {
  const own = brand.support.chats.find((chat) => chat.name === name);
  if (own) return { name, href: own.href, label: words.chatOn(name), direct: true };
  const subject = encodeURIComponent(words.askChatSubject(name));
  return { name, href: `mailto:${brand.support.email}?subject=${subject}`, label: words.askChat(name), direct: false };
});
