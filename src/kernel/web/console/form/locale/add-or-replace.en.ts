/** What becomes of the lines of a form when a file brings others, in English; loaded when that is asked. */
export const addOrReplace = {
  title: 'Add or replace?',
  hint: '{file} has {read} {read, line|lines}, and the form has {held} already.',
  add: 'Add {count} {count, line|lines}',
  replace: 'Replace the {count} {count, line|lines}',
} as const

export type AddOrReplaceTexts = Readonly<Record<keyof typeof addOrReplace, string>>
