import type { Language } from '#kernel/base/i18n/language.ts'

/** An instance of a subject: its id, and what its notifications carry as `round` and number. */
export interface NotifiedRow {
  readonly document_id: string
  readonly round: number
  readonly no: string
}

/** A subject of notifications that is no document: its name, who may read about it, and its page. */
export interface NotificationSubject {
  /** `documentType` of its notifications. */
  readonly type: string
  /** Null for subjects about the reader: nobody else is notified. */
  readonly right: string | null
  readonly title: (language: Language, of: NotifiedRow) => string
  readonly pages: (of: NotifiedRow) => { readonly pc: string; readonly mobile: string }
}

const subjects = new Map<string, NotificationSubject>()

/** Registers the subjects of an area, once at start. */
export function registerNotificationSubjects(known: readonly NotificationSubject[]): void {
  for (const subject of known) subjects.set(subject.type, subject)
}

export function notificationSubjectOf(type: string): NotificationSubject | undefined {
  return subjects.get(type)
}
