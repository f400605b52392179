import type { Language } from '#kernel/i18n/language.ts'

/** Which one of a subject: its id, and the number that its notices carry as `round`. */
export interface NewsOf {
  readonly document_id: string
  readonly round: number
}

/** Something that people are told of and that is no document: what it is called, who may read of it, and where it is seen. */
export interface NewsSubject {
  /** As `documentType` of its notices. */
  readonly type: string
  /** Null of what is about the reader himself: nobody else is told of it. */
  readonly right: string | null
  readonly title: (language: Language, of: NewsOf) => string
  readonly pages: (of: NewsOf) => { readonly pc: string; readonly mobile: string }
}

const subjects = new Map<string, NewsSubject>()

/** Makes the subjects of an area known, once at start. */
export function registerNews(known: readonly NewsSubject[]): void {
  for (const subject of known) subjects.set(subject.type, subject)
}

export function newsOf(type: string): NewsSubject | undefined {
  return subjects.get(type)
}
