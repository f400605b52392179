/** Texts within the palette, loaded when it is opened. */
export const palette = {
  placeholder: 'A page, a number, a name, or what to do',
  results: 'Results',
  groups: { recent: 'Recent', actions: 'Actions', pages: 'Pages' },
  searching: 'Searching…',
  none: 'Nothing found for “{typed}”',
  failed: 'The search failed: {reason}',
  move: 'choose',
  open: 'open',
  openBeside: 'in a new tab',
}

export type PaletteTexts = typeof palette
