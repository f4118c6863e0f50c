/** Who plays: invented people, in the countries that the registration offers. */
export type Role = {
  name: string;
  email: string;
  country: string;
  phone: string;
  pincode: string;
  method: 'whatsapp' | 'skype' | 'telegram';
  platform: 'Google' | 'Bing' | 'Facebook';
  shop: string;
};

const lines = `
Ana Ruiz|ana|DE|+49 170 5550101|10115|telegram|Google|ruiz-interiors.example
Wei Chen|wei|US|+1 415 555 0102|94107|whatsapp|Bing|bamboo-goods.example
Omar Haddad|omar|UK|+44 7700 900103|E1 6AN|telegram|Facebook|haddad-perfumes.example
Priya Nair|priya|India|+91 98765 50104|560001|whatsapp|Google|nair-jewels.example
Lukas Braun|lukas|DE|+49 170 5550105|80331|skype|Bing|braun-tools.example
Grace Mensah|grace|UK|+44 7700 900106|M1 1AE|whatsapp|Facebook|kente-studio.example
Noah Tremblay|noah|CA|+1 514 555 0107|H2X 1Y4|telegram|Google|tremblay-outdoor.example
Isla McKenzie|isla|AU|+61 491 570 108|2000|whatsapp|Bing|reef-swimwear.example
Rahul Verma|rahul|India|+91 98765 50109|110001|telegram|Facebook|verma-fitness.example
Sofia Lindgren|sofia|DE|+49 170 5550110|20095|skype|Google|lindgren-kids.example
Daniel Okafor|daniel|US|+1 312 555 0111|60601|whatsapp|Bing|okafor-audio.example
Mei Tanaka|mei|AU|+61 491 570 112|3000|telegram|Facebook|tanaka-tea.example`;

export const roles: readonly Role[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name, email, country, phone, pincode, method, platform, shop] = line.split('|') as string[];
    return {
      name: name!,
      email: `${email}@demo.example`,
      country: country!,
      phone: phone!,
      pincode: pincode!,
      shop: shop!,
      method: method as Role['method'],
      platform: platform as Role['platform'],
    };
  });

export const admins = [
  { name: 'Mira Vogel', email: 'mira@demo.example' },
  { name: 'Tom Fischer', email: 'tom@demo.example' },
] as const;
