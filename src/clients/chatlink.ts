/** The chat of a client as a link, where its number names a country: without that it may be a stranger's. */
const chats: Readonly<Record<string, (digits: string) => string>> = {
  whatsapp: (digits) => `https://wa.me/${digits}`,
  telegram: (digits) => `https://t.me/+${digits}`,
};

export function chatLink(method: string, phone: string): string | undefined {
  const [, digits] = /^(?:\+|00)([1-9]\d{6,14})$/.exec(phone.replaceAll(' ', '')) ?? [];
  return digits === undefined || !Object.hasOwn(chats, method) ? undefined : chats[method]!(digits);
}
