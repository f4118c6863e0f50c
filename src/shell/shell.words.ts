/** How much of what waits this admin can decide, and how much it is in all. */
export type Waiting = { mine: number; all: number };

const ofAll = ({ mine, all }: Waiting): string => (mine === all ? String(all) : `${mine} of ${all}`);

/** The sentences of the frame around every signed-in page. */
export const words = {
  skip: 'Skip to the content',
  mainMenu: 'Main',
  home: 'Home',
  addMoney: 'Add Money',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  showSide: 'Show the side menu',
  hideSide: 'Hide the side menu',
  menu: 'Menu',

  balance: 'Wallet balance',
  held: (amount: string) => `${amount} held`,
  balanceNow: (amount: string) => `Your wallet balance is now ${amount}.`,

  notices: 'Notices',
  noticesNew: (n: number) => (n === 1 ? 'Notices, 1 new' : `Notices, ${n} new`),
  decided: (n: number) => `${n} of your requests were decided.`,
  newNotices: (n: number) => `${n} new notices`,
  isNew: 'New',
  noNotices: 'Nothing new. Decisions about your requests appear here.',
  seeAll: 'Mark all as read',
  allNotices: 'All notices',
  noticesFailed: 'Failed to fetch notices.',
  /** `4 of 5` where another admin decides one of them. */
  count: ofAll,
  waitingShort: (n: Waiting) => `${ofAll(n)} waiting`,
  waiting: (n: Waiting) => {
    const [what, wait] = n.all === 1 ? ['request', 'waits'] : ['requests', 'wait'];
    return `${ofAll(n)} ${what} ${wait} for ${n.mine === n.all ? 'a' : 'your'} decision`;
  },

  find: 'Find anything',
  noResults: 'What was found could not be shown. Please reload the page when the connection is back.',
  findHint: 'Find a request, account or client',
  findOwn: 'Find an account, a request or an amount',
  findKey: 'Ctrl K',

  accountOf: 'Account of',
  profile: 'Profile',
  settings: 'Settings',
  settingsText: 'How you sign in, which e-mails you get, and your data.',
  logout: 'Logout',
  logoutFailed: 'Signing out did not work. Please try again.',
  appearance: 'Appearance',
  appearanceText: 'Kept in this browser.',
  themes: { auto: 'Same as system', light: 'Light', dark: 'Dark' },

  acting: (client: string) => `You are looking at the account of ${client}. You can see everything and change nothing.`,
  minutesLeft: (n: number) => (n === 1 ? '1 minute left' : `${n} minutes left`),
  stop: 'Stop',
  stopFailed: 'The visit could not be stopped. Please try again.',

  secure: 'Your agency asks every admin for two-factor sign-in. Set it up before you go on.',
  secureNow: 'Set it up',

  signInTitle: 'Please sign in again',
  signInText: 'User is not authenticated. Please log in. What you typed is kept, and you go on where you were.',
  visitOverTitle: 'This visit is over',
  visitOverText: 'You no longer see the account of this client. Please sign in as yourself to go on.',
  email: 'Email',
  password: 'Password',
  otp: 'One-time code',
  otpHint: 'From your authenticator app; spaces do not matter.',
  /** As the sign-in page has it. */
  remember: 'Remember me for 30 days',
  signIn: 'Login',
  passkey: 'Passkey',
  noPasskey: 'The passkey did not work. Please try again, or use your password.',
  signInMissing: 'The form to sign in could not be loaded here.',
  leave: 'Go to the login page',
  signInFailed: 'Login failed. Please check your credentials.',

  nowhereTitle: 'This page does not exist',
  nowhereText: 'The address may be mistyped, or the page may have moved. Your wallet and your accounts are unchanged.',
  toDashboard: 'Go to the dashboard',

  brokenTitle: 'This page could not be shown',
  brokenText: 'Something went wrong here. The rest of the portal still works, and nothing you sent before is lost.',
  tryAgain: 'Try again',

  roleIs: (role: string) => `Role: ${role}`,
  notYoursTitle: 'Not for your role',
  notYoursText: (roles: readonly string[], own: string) =>
    `This page is for admins with the role ${roles.join(' or ')}; yours is ${own}. Ask a colleague with that role, or one who may change yours.`,
  toQueue: 'Open the review queue',

  adminPanel: 'Admin Panel',
  adminPanelText: 'Everything an admin decides, looks up or sets.',
} as const;
