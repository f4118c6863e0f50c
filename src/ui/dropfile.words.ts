/** What the field for a picture says; only pages with such a field load it. */
export const words = {
  dropHere: 'Drop a picture here, paste it, or choose one',
  dropNow: 'Let go to add the picture',
  choose: 'Choose a picture',
  takePhoto: 'Take a photo',
  removeFile: 'Remove the picture',
  fileKinds: 'JPEG, PNG or WebP, at most 10 MB',
  fileWrongKind: 'Please choose a JPEG, PNG or WebP picture.',
  fileTooLarge: 'This picture is larger than 10 MB. Please choose a smaller one.',
  fileEmpty: 'This file is empty. Please choose another one.',
  fileNoPicture: 'This file could not be read as a picture. Please choose a JPEG, PNG or WebP image.',
  fileTooManyPixels: 'This picture has more than 40 megapixels. Please choose a smaller one.',
  fileAdded: (name: string) => `${name} added`,
} as const;
