/** Texts within the palette, loaded when it is opened. */
export const palette = {
  placeholder: 'A page, a document number, or what to do',
  results: 'Results',
  groups: { documents: 'Documents', recent: 'Recent', actions: 'Actions', pages: 'Pages' },
  searching: 'Searching documents…',
  none: 'Nothing found for “{typed}”',
  failed: 'Documents could not be searched: {reason}',
  move: 'choose',
  open: 'open',
  openBeside: 'in a new tab',
}

export type PaletteTexts = typeof palette
