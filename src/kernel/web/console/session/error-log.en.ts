/** Texts of the panel of errors in English. */
export const errorLog = {
  empty: 'No errors on this page since it was loaded',
  message: 'Message',
  info: 'Info',
  url: 'URL',
  stack: 'Stack',
  times: '{count} {count, time|times}',
  clear: 'Clear',
  copyAll: 'Copy all',
  window: 'Script',
  rejection: 'Unhandled rejection',
  render: 'Page part {part}',
  chunk: 'Loading a part of the page',
} as const

type TextShape<T> = { readonly [K in keyof T]: string }

export type ErrorLogTexts = TextShape<typeof errorLog>
