import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { sqlOf } from '../document/document-sql.ts'
import type { AnyDocument, HeadRow } from '../document/server-document.ts'
import { itemStore } from './item-store.ts'

interface Due {
  readonly document_id: string
  readonly round: number
}

const due = prepared<Due>(
  'items.due',
  `select document_id, round from document_items where working and document_type = $1 and next_at <= product_now() order by next_at, document_id limit 1`,
)
/** A document whose work fails waits ever longer, up to an hour, while others go on. */
const failed = prepared(
  'items.failed',
  `update document_items set attempts = attempts + 1, next_at = product_now() + least(3600, 5 * power(2, least(attempts, 10))) * interval '1 second', problem = left($4, 500)
   where document_type = $1 and document_id = $2 and round = $3`,
)

export interface ItemWork {
  readonly definition: AnyDocument
  readonly name: string
  /** Works on the next items of a document that no other worker has, a few thousand at most; answers how many these were. */
  readonly span: (tx: Tx, document: { readonly id: string; readonly round: number }) => Promise<number>
  /** After the last one, with its document locked: what that is from then on. */
  readonly finished: (tx: Tx, head: HeadRow) => Promise<void>
}

/**
 * Works off the items of approved documents, span by span, each in a transaction of its own. Several workers share one document: each locks the items that
 * it works on, so that of a killed one nothing stays.
 */
export function itemWork({ definition, name, span, finished }: ItemWork): AreaWork {
  const store = itemStore(definition)
  /** Whether there was nothing left to do: the last worker ends it, after whoever acts on the document now. */
  async function end(tx: Tx, { id, round }: { readonly id: string; readonly round: number }): Promise<boolean> {
    const head = await tx.first(sqlOf(definition).lock(id))
    const counts = await tx.first(store.counts(id, round))
    if (!head || !counts?.working || counts.good > 0) return false
    await tx.run(store.stop(id, round))
    await finished(tx, head)
    return true
  }
  return {
    name,
    everySeconds: 2,
    async run({ reading, transaction }) {
      const found = await reading((tx) => tx.first(due(definition.name)))
      if (!found) return false
      const document = { id: found.document_id, round: found.round }
      try {
        return await transaction(async (tx) => (await span(tx, document)) > 0 || (await end(tx, document)))
      } catch (error) {
        await transaction((tx) => tx.run(failed(definition.name, document.id, document.round, String(error))))
        throw error
      }
    },
  }
}
