/** Every sentence that the shared components say. */
export const words = {
  opening: 'The portal is opening.',
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  brokenTitle: 'Something went wrong here',
  brokenText: 'The page could not be shown. Nothing you sent before is lost; try again in a moment.',
  toStart: 'Go to the start',
} as const;
