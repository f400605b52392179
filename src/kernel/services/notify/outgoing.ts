import type { Language } from '#kernel/base/i18n/language.ts'
import type { Kind } from './kinds.ts'

/** One document in a message, in the reader's language. */
export interface MessageEntry {
  readonly kind: Kind | 'waiting' | 'substitute'
  readonly documentType: string
  readonly no: string
  readonly title: string
  readonly sentence: string
  /** Decimal text; with its currency, or neither. */
  readonly amount: string | null
  readonly currency: string | null
  readonly drafter: string | null
  readonly opinion: string | null
  readonly at: Date
  /** Paths of our pages. */
  readonly url: string
  readonly mobileUrl: string
}

export interface MessageSection {
  readonly title: string
  readonly entries: readonly MessageEntry[]
  /** How many there are besides those listed. */
  readonly more: number
}

/** A message independent of its channel: content without format. */
export interface Outgoing {
  readonly kind: 'notices' | 'digest' | 'test'
  readonly language: Language
  /** One line without line breaks. */
  readonly subject: string
  readonly greeting: string
  readonly intro: string
  readonly sections: readonly MessageSection[]
  readonly zone: string
  /** Set where it is about one document only: mail programs thread by it. */
  readonly thread: string | null
}

/**
 * Line breaks, control characters and bidirectional marks are removed, so that a title is displayed as it is and a header stays one header.
 */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** Text by other people, on one line. */
export function plain(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/ {2,}/g, ' ').trim()
}

/** Truncates a longer text with an ellipsis, never inside a letter. */
export function shortened(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

const SUBJECT_LETTERS = 150

/** Short enough that every mail program shows the subject in full, with an ellipsis where cut. */
export function subjectOf(text: string): string {
  return shortened(plain(text), SUBJECT_LETTERS)
}
