/** Texts of possible duplicates; loaded with the first one shown. */
export const duplicates = {
  title: 'Looks like a document that exists already',
  titles: 'Looks like {count} documents that exist already',
  says: '{type} {no}: {same}',
  same: { file: 'same file', number: 'same number', amount: 'same amount for the same customer and period' },
  compare: 'Compare',
  dialog: 'Side by side with {no}',
  what: 'What',
  mine: 'This document',
  other: 'The other document',
  rows: {
    period: 'Period',
    files: 'Files',
    document: 'Document',
    state: 'Status',
    drafter: 'Drafter',
    submitted: 'Submitted',
  },
  equal: 'Equal',
  open: 'Open {no}',
  failed: 'Whether there is a document like this one could not be read: {reason}',
}

export type DuplicateTexts = typeof duplicates
