/** Cards of schemes on the home page, in English. */
export const homeTexts = {
  deadlines: 'Claims due soon',
  all: 'All schemes',
  running: 'Schemes',
} as const
export type SchemeHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
