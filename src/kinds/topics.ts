/**
 * Topics of what the portal tells a person without being asked, and the ways in which it does: in the portal's bell, by
 * mail, by Telegram. Each kind of request names the topic of its decisions; everything else names its own. `on` and
 * `off` are defaults, which a person can change. What concerns the safety of an account is told `always`.
 */
export const channels = ['portal', 'mail', 'telegram'] as const;
export type Channel = (typeof channels)[number];
type Ways = Readonly<Partial<Record<Channel, 'on' | 'off' | 'always'>>>;

const topics = {
  /** Money that came into a wallet or left it, and what the agency takes of it. */
  wallet: { User: { portal: 'on', mail: 'on' } },
  /** Orders, deposits, refunds and replacements, and what a platform did to an ad account. */
  accounts: { User: { portal: 'on', mail: 'on' } },
  runway: { User: { portal: 'on', mail: 'on' } },
  /** What an admin can decide: asked since, late since, or proposed by another admin. */
  new: { Admin: { mail: 'off', telegram: 'on' } },
  late: { Admin: { mail: 'on', telegram: 'on' } },
  second: { Admin: { mail: 'on', telegram: 'on' } },
  message: { User: { portal: 'on', mail: 'on' }, Admin: { mail: 'on', telegram: 'on' } },
  weekly: { User: { mail: 'off' } },
  share: { Admin: { mail: 'on', telegram: 'on' } },
  appeal: { Admin: { mail: 'on', telegram: 'on' } },
  security: { User: { portal: 'always', mail: 'always' }, Admin: { mail: 'always' } },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<'User' | 'Admin', Ways>>>>>;

export type Topic = keyof typeof topics;
/** What stands in the bell of a client's people. */
export type NoticeTopic = 'wallet' | 'accounts' | 'runway' | 'message' | 'security';
/** What is mailed unless a person has switched it off. */
export type MailTopic = Exclude<Topic, 'weekly' | 'security' | 'new' | 'late' | 'second'>;
export const topicNames = Object.keys(topics) as readonly Topic[];
/** Topics for which a person can choose the ways. */
export const chosenTopics = topicNames.filter((topic): topic is Exclude<Topic, 'security'> => topic !== 'security');

/** The ways in which people of this role are told. */
export function waysOf(topic: Topic, role: 'User' | 'Admin'): Ways {
  return (topics[topic] as Readonly<Partial<Record<'User' | 'Admin', Ways>>>)[role] ?? {};
}

/** The name under which a choice is stored; choices that were never made are not stored. */
export function choiceKey(topic: Topic, channel: Channel): string {
  return `${channel}:${topic}`;
}

/**
 * Whether a person of this role, with these choices, is told of it in this way; undefined where nobody of the role is.
 */
export function isTold(
  choices: Readonly<Record<string, unknown>>,
  role: 'User' | 'Admin',
  topic: Topic,
  channel: Channel,
): boolean | undefined {
  const way = waysOf(topic, role)[channel];
  if (way === undefined || way === 'always') return way && true;
  const chosen = choices[choiceKey(topic, channel)];
  return typeof chosen === 'boolean' ? chosen : way === 'on';
}
