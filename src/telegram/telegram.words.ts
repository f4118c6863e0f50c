/** Every sentence about Telegram: of its section in the settings, and of the bot. */
export const words = {
  title: 'Telegram',
  text: 'Notices can also come into a chat. Nothing can be decided there.',
  write: (bot: string) => `Write /start to ${bot}. It answers with a code. Enter the code here within 10 minutes.`,
  open: 'Open the bot in Telegram',
  code: 'Code',
  codeHint: 'Ten digits. Enter only a code from your own chat.',
  enterCode: 'Please enter the code.',
  link: 'Link this chat',
  linkFailed: 'The chat could not be linked.',
  linked: (title: string) => `Notices come into the chat of ${title}.`,
  since: 'Linked',
  unlink: 'Unlink',
  unlinkFailed: 'The chat could not be unlinked.',
  theBot: 'the bot',

  told: {
    message: 'A client wrote a message.',
    share: 'A client asks to share an ad account.',
    appeal: 'A client appeals for a suspended ad account.',
    failing: 'The portal cannot do some of its work.',
  },

  yourCode: (code: string, portal: string) =>
    `Your code is ${code}. Enter it at ${portal} under Settings, Telegram. It works for 10 minutes.`,
  already: 'This chat is linked. Write /stop to end that.',
  welcome: 'This chat is linked now. Write /stop to end that.',
  stopped: 'This chat is not linked any more.',
  onlyTells: (portal: string) => `This chat only tells. Write /start for a code or /stop to end. Decide at ${portal}.`,
} as const;
