/**
 * What a person is told of unasked, and by which ways: in the portal's bell, by mail. Each kind of request names the
 * topic of its decisions; everything else that is told names its own. A person chooses each way where it is `on` or
 * `off`, which is what holds until they do. What concerns the safety of an account is `always` told.
 */
export type Channel = 'portal' | 'mail';
type Ways = Readonly<Partial<Record<Channel, 'on' | 'off' | 'always'>>>;

export const topics = {
  /** Money that came into a wallet or left it. */
  wallet: { User: { portal: 'on', mail: 'on' } },
  /** Orders, deposits, refunds and replacements, and what a platform did to an ad account. */
  accounts: { User: { portal: 'on', mail: 'on' } },
  runway: { User: { portal: 'on', mail: 'on' } },
  message: { User: { portal: 'on', mail: 'on' }, Admin: { mail: 'on' } },
  weekly: { User: { mail: 'off' } },
  share: { Admin: { mail: 'on' } },
  appeal: { Admin: { mail: 'on' } },
  security: { User: { portal: 'always', mail: 'always' }, Admin: { mail: 'always' } },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<'User' | 'Admin', Ways>>>>>;

export type Topic = keyof typeof topics;
/** What stands in the bell of a client's people. */
export type NoticeTopic = 'wallet' | 'accounts' | 'runway' | 'message' | 'security';
/** What is mailed unless somebody switched it off. */
export type MailTopic = Exclude<Topic, 'weekly' | 'security'>;
export const topicNames = Object.keys(topics) as readonly Topic[];
/** Those of which somebody can choose a way. */
export const chosenTopics = topicNames.filter((topic): topic is Exclude<Topic, 'security'> => topic !== 'security');

/** The ways in which this role is told of it. */
export function waysOf(topic: Topic, role: 'User' | 'Admin'): Ways {
  return (topics[topic] as Readonly<Partial<Record<'User' | 'Admin', Ways>>>)[role] ?? {};
}

/** The name under which a choice is kept; one that was never made is not there. */
export function choiceKey(topic: Topic, channel: Channel): string {
  return `${channel}:${topic}`;
}

/** Whether somebody of this role, who made these choices, is told of it this way; undefined where nobody ever is. */
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
