/** The chat apps that support can be reached on. One without an address in the brand is asked for by e-mail. */
import type { Brand } from '#kernel/brand.ts';
import { linkTo, mailTo } from '#kernel/markup.ts';
import { words } from './site.words.ts';

type Chat = {
  readonly name: 'Skype' | 'Telegram' | 'WhatsApp' | 'Meta';
  readonly href: string;
  readonly label: string;
  readonly direct: boolean;
};

export function chatsOf({ support }: Brand): readonly Chat[] {
  return (['Skype', 'Telegram', 'WhatsApp', 'Meta'] as const).map((name) => {
    const own = support.chats.find((chat) => chat.name === name);
    if (own) return { name, href: linkTo(own.href), label: words.chatOn(name), direct: true };
    const href = mailTo(support.email, words.askChatSubject(name));
    return { name, href, label: words.askChat(name), direct: false };
  });
}
