/** Texts of the audit page; they come with it. */
export const auditingPage = {
  title: 'Audit',
  empty: 'Nothing is kept yet',
  fields: {
    at: 'Time',
    kind: 'Kind',
    actor: 'Who',
    behalf: 'For whom',
    action: 'What',
    type: 'Of what',
    subject: 'Number, key or address of the call',
    address: 'Network address',
    request: 'Request id',
    before: 'Before',
    after: 'After',
    more: 'More',
  },
  kinds: { change: 'Change', call: 'Call', refusal: 'Refused', read: 'Read' },
  actorHint: 'Account',
}
export type AuditingPageTexts = typeof auditingPage
