import { documentErrorTexts } from '#kernel/base/i18n/locale/document-server.en.ts'

/** Texts about a draft that was changed elsewhere meanwhile, in English; loaded when that happens. */
export const conflict = {
  stale: documentErrorTexts.stale,
  compare: 'Compare',
  held: 'Nothing is saved until you have chosen.',
  lineHere: 'this line is there',
  lineGone: 'no such line',
  changes: 'What differs',
  field: 'Field',
  yours: 'Your input',
  stored: 'Stored now',
} as const

export type ConflictTexts = Readonly<Record<keyof typeof conflict, string>>
