import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Labels of the kernel's parameters, in English. */
export const parameters = {
  idle: { label: 'Session without use', hint: 'A session that nobody uses ends after this.' },
  linkIdle: {
    label: 'Session of a link without use',
    hint: 'The same for sessions that a link made, and for looking as another person.',
  },
  absolute: { label: 'Longest session', hint: 'However much it is used, a session ends after this.' },
  stepUp: { label: 'Fresh sign-in', hint: 'How long a sign-in counts as fresh for acts that ask for one.' },
  urge: { label: 'Between two reminders', hint: 'A drafter may urge whoever holds his document once in this time.' },
  downloadDays: { label: 'Files of the download centre', hint: 'How long a finished file is kept.' },
  notificationDays: { label: 'Notifications', hint: 'How long notifications are kept.' },
  addressLimit: { label: 'Requests of one address', hint: 'What one address may send; an office shares one.' },
  personLimit: { label: 'Requests of one person', hint: 'What one person may send, over all sessions.' },
  reads: { label: 'Audited reading', hint: 'Records, or fields of records, whose readers the audit names.' },
  language: { label: 'Language without a choice', hint: 'For callers that name no language of ours.' },
  languages: { en: 'English', zh: 'Chinese' },
}

export type ParameterTexts = TextShape<typeof parameters>
