/** Cards of stores on the home page, in English. */
export const homeTexts = {
  mine: 'My store',
  several: 'My stores',
  newPicture: 'New image',
  pictures: 'Images',
  pending: 'Waiting for their audit',
  rejected: 'Rejected',
  noPicture: 'no image yet',
  lastPicture: 'last image',
  back: 'Images to take again',
} as const
export type StoreHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
