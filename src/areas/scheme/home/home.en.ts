/** Cards of schemes on the home page, in English. */
export const homeTexts = {
  deadlines: 'Claims due soon',
  all: 'All schemes',
  running: 'Schemes',
  ownSchemes: 'Running schemes',
  allOwnSchemes: 'My schemes',
  ownClaims: 'My claims',
  allOwnClaims: 'All claims',
  days: '{no} · {from} – {to}',
  claim: '{no} · {period} · {state}',
} as const
export type SchemeHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
