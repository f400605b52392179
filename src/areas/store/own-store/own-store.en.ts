/** Page of a store's own people about it, in English. */
export const ownStore = {
  title: 'My store',
  choose: 'Store',
  images: 'Images',
  newImage: 'New image',
  allImages: 'All images',
  noImage: 'No image yet',
  disabled: 'This store is disabled.',
  failed: 'The store could not be loaded: {reason}',
  missing: 'Your account belongs to no store yet. Ask your channel manager.',
}

export type OwnStoreTexts = { readonly [K in keyof typeof ownStore]: string }
