/** Every sentence of the page of notices. */
export const words = {
  title: 'Notices',
  text: 'Decisions on your requests, messages, and what concerns the safety of your account.',
  what: 'Notice',
  applyId: 'Apply ID',
  at: 'When',
  isNew: 'New',
  search: 'Words in a notice',
  empty: 'Nothing yet. Decisions about your requests appear here.',
  seeAll: 'Mark all as read',
  failed: 'Failed to fetch notices.',
  toDashboard: 'Go to the dashboard',
} as const;
