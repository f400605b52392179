import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'

/** An action of a document that was completed, or an act that is of no document. */
export interface FollowedAct {
  readonly documentType: string
  readonly documentId: string
  readonly no: string
  /** The action of its definition: `approve` is the last approval. */
  readonly did: string
  readonly round: number
  /** Null for acts of the clock. */
  readonly actorId: number | null
  readonly at: Date
  /** The number of an act on an approved document (decision 122). */
  readonly sequence?: number
}

/** What an area does once a document of another area completed an action. */
export interface Follow {
  /** Unique in the product: a message that is set aside names it. */
  readonly name: string
  /** The type of document, or its name; or that of an act without a document. */
  readonly of: AnyDocument | string
  readonly did: string
  /**
   * Runs in the relay's transaction, after that of the document: exactly once for each act, in the order of the acts of a document. It only
   * notes what follows (a proposal, a counter): anything long leaves a row for the area's work.
   */
  do(tx: Tx, acts: readonly FollowedAct[]): Promise<void>
}

export function typeOf({ of }: Follow): string {
  return typeof of === 'string' ? of : of.name
}

/** An act that areas may follow although it is of no document: its rows in the outbox say what was completed as those of documents do. */
export interface FreeAct {
  readonly type: string
  readonly did: string
}

/** Refuses to start where somebody follows what nobody does, or two have the same name. */
export function checkFollows(
  follows: readonly Follow[],
  documents: readonly ServerDocument[],
  acts: readonly FreeAct[] = [],
): void {
  const definitions = new Map(documents.map(({ definition }) => [definition.name, definition]))
  const names = new Set<string>()
  for (const follow of follows) {
    const type = typeOf(follow)
    const definition = definitions.get(type)
    const isFree = acts.some((act) => act.type === type && act.did === follow.did)
    if (!definition && !isFree) throw new Error(`${follow.name} follows ${type}, which is no type of document`)
    if (definition && !definition.actions[follow.did])
      throw new Error(`${follow.name} follows ${follow.did}, no action of ${type}`)
    if (names.has(follow.name)) throw new Error(`two follow under the name ${follow.name}`)
    names.add(follow.name)
  }
}
