import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Found } from './find-wire.ts'

/** The reader, narrowed to the source's right, and the language. */
export type FindReader = RequestContext

/** Only people of a customer have things of their own to find. */
export const isOfCustomer = ({ principal }: FindReader): boolean =>
  (principal.limits?.['customer_code'] ?? []).length > 0

/** What was typed: trimmed, two to 64 characters, without NUL; and how many entries are shown. */
export interface FindQuery {
  readonly word: string
  readonly most: number
}

/** A kind of things that a person finds by number, code or name. */
export interface FindSource {
  readonly kind: string
  /** Path of the text that names the group. */
  readonly title: string
  readonly icon: string
  /** Who finds it, which is who may open its page. */
  readonly right: string
  /** Takes one statement, or none where the word can name no such thing. The best come first. */
  find(tx: Tx, reader: FindReader, asked: FindQuery): Promise<readonly Found[]>
}
