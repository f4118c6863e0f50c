/** Who plays: invented people, in the countries that the registration offers. */
import { onByDefault, type Platform } from '#platforms/platforms.ts';

export type Role = {
  name: string;
  email: string;
  country: string;
  phone: string;
  pincode: string;
  method: 'whatsapp' | 'skype' | 'telegram';
  platform: Platform;
  shop: string;
};

const lines = `
Ana Ruiz|ana|DE|+49 170 5550101|10115|telegram|ruiz-interiors.example
Wei Chen|wei|US|+1 415 555 0102|94107|whatsapp|bamboo-goods.example
Omar Haddad|omar|UK|+44 7700 900103|E1 6AN|telegram|haddad-perfumes.example
Priya Nair|priya|India|+91 98765 50104|560001|whatsapp|nair-jewels.example
Lukas Braun|lukas|DE|+49 170 5550105|80331|skype|braun-tools.example
Grace Mensah|grace|UK|+44 7700 900106|M1 1AE|whatsapp|kente-studio.example
Noah Tremblay|noah|CA|+1 514 555 0107|H2X 1Y4|telegram|tremblay-outdoor.example
Isla McKenzie|isla|AU|+61 491 570 108|2000|whatsapp|reef-swimwear.example
Rahul Verma|rahul|India|+91 98765 50109|110001|telegram|verma-fitness.example
Sofia Lindgren|sofia|DE|+49 170 5550110|20095|skype|lindgren-kids.example
Daniel Okafor|daniel|US|+1 312 555 0111|60601|whatsapp|okafor-audio.example
Mei Tanaka|mei|AU|+61 491 570 112|3000|telegram|tanaka-tea.example
Jonas Keller|jonas|DE|+49 170 5550113|50667|whatsapp|keller-vinyl.example`;

export const roles: readonly Role[] = lines
  .trim()
  .split('\n')
  .map((line, place) => {
    const [name, email, country, phone, pincode, method, shop] = line.split('|') as string[];
    return {
      name: name!,
      email: `${email}@demo.example`,
      country: country!,
      phone: phone!,
      pincode: pincode!,
      shop: shop!,
      method: method as Role['method'],
      platform: onByDefault[place % onByDefault.length]!,
    };
  });

/** Two who may do everything, as each needs the other, and one in each of the other roles. */
export const admins = [
  { name: 'Mira Vogel', email: 'mira@demo.example', role: 'Admin' },
  { name: 'Tom Fischer', email: 'tom@demo.example', role: 'Admin' },
  { name: 'Nadia Roth', email: 'nadia@demo.example', role: 'Finance' },
  { name: 'Paul Weber', email: 'paul@demo.example', role: 'Operations' },
  { name: 'Lucy Grant', email: 'lucy@demo.example', role: 'Support' },
] as const;
