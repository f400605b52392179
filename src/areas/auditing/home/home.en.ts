/** Card of the audit on the home page, in English. */
export const homeTexts = {
  title: 'In the audit, last {days} days',
  all: 'Audit',
  none: 'Nothing of weight was changed in {days} days.',
  published: 'Settings published',
  access: 'Rights of people changed',
  reassigned: 'Tasks given to somebody else',
  viewAs: 'Views as another person',
  refused: 'Refused attempts',
} as const
export type AuditingHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
