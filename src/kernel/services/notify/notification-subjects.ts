import type { Language } from '#kernel/base/i18n/language.ts'

/** Which one of a subject: its id, and the number that its notices carry as `round`. */
export interface NotifiedRow {
  readonly document_id: string
  readonly round: number
}

/** Something that people are told of and that is no document: what it is called, who may read of it, and where it is seen. */
export interface NotificationSubject {
  /** As `documentType` of its notices. */
  readonly type: string
  /** Null of what is about the reader himself: nobody else is told of it. */
  readonly right: string | null
  readonly title: (language: Language, of: NotifiedRow) => string
  readonly pages: (of: NotifiedRow) => { readonly pc: string; readonly mobile: string }
}

const subjects = new Map<string, NotificationSubject>()

/** Makes the subjects of an area known, once at start. */
export function registerNotificationSubjects(known: readonly NotificationSubject[]): void {
  for (const subject of known) subjects.set(subject.type, subject)
}

export function notificationSubjectOf(type: string): NotificationSubject | undefined {
  return subjects.get(type)
}
