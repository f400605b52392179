import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Texts of what changed in a document since somebody looked or agreed, in English. */
export const documentChanges = {
  title: 'Changed since you last looked',
  titleAt: 'Changed since you last looked on {time}',
  count: '{count} {count, change|changes}',
  one: '1 change',
  line: 'Line {row}',
  added: 'New line {row}',
  removed: 'Removed line {row}',
  before: 'Before',
  after: 'Now',
  nothing: 'nothing',
  more: '{count} more',
  refusedTitle: 'The document changed while you had it open',
  refusedText: 'You did not see what it is now, so nothing was decided. This is what changed:',
  refusedSame: 'It was submitted again; no value that you see differs.',
  reload: 'Read it again',
  goOn: 'Go on: {verb}',
}

export type DocumentChangesTexts = TextShape<typeof documentChanges>
