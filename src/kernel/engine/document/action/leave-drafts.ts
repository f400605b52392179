import { auditEntry } from '#kernel/platform/audit/audit.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { sqlOf } from '../document-sql.ts'
import { type AnyDocument, boundDocuments } from '../server-document.ts'

// Documents that wait for their drafter when they leave: drafts, and rejected documents.

/** As many as one round trip carries. */
const AT_ONCE = 500

/** States in which only the drafter can continue. */
function waitingStates({ initial, actions }: AnyDocument): readonly string[] {
  const own = Object.values(actions).filter(({ by, content }) => by === 'drafter' && content === 'draft')
  return [...new Set([initial, ...own.flatMap(({ from }) => from)])]
}

/** Number of documents that wait for a person as their drafter. */
export async function countDrafts(tx: Tx, userId: number): Promise<number> {
  let total = 0
  for (const { definition } of boundDocuments()) {
    const row = await tx.first<{ count: number }>({
      text: `select count(*)::int as count from ${definition.table} where drafter_id = $1 and state = any ($2::text[])`,
      values: [userId, waitingStates(definition)],
    })
    total += row?.count ?? 0
  }
  return total
}

interface Leaving {
  readonly from: number
  readonly to: number
  /** The person who recorded the leaving. */
  readonly by: number
  readonly at: Date
  readonly requestId: string
}

/** The successor becomes their drafter; each document's history records it. */
export async function handOverDrafts(tx: Tx, leaving: Leaving): Promise<void> {
  for (const { definition } of boundDocuments()) {
    let given = AT_ONCE
    while (given === AT_ONCE) {
      const rows = await tx.rows<HeldRow>({
        text: `select t.id::text, t.state, t.audit_hash from ${definition.table} t where t.drafter_id = $1 and t.state = any ($2::text[])
          order by t.id limit ${AT_ONCE} for update`,
        values: [leaving.from, waitingStates(definition)],
      })
      if (rows.length > 0) await tx.flight(rows.flatMap((row) => handedOver(definition, row, leaving)))
      given = rows.length
    }
  }
}

interface HeldRow {
  readonly id: string
  readonly state: string
  readonly audit_hash: Buffer | null
}

function handedOver(
  definition: AnyDocument,
  { id, state, audit_hash: previous }: HeldRow,
  { from, to, by, at, requestId }: Leaving,
): readonly Statement[] {
  const { name } = definition
  const entry = auditEntry(
    {
      documentType: name,
      documentId: id,
      action: 'handOver',
      actorId: by,
      requestId,
      address: null,
      at,
      fromState: state,
      toState: state,
      detail: { from, to },
    },
    previous,
  )
  return [
    sqlOf(definition).give(id, to, at),
    entry.statement,
    sqlOf(definition).chain(id, entry.hash),
    documentChanged({ documentType: name, documentId: id, action: 'handOver', kinds: [name], inboxOf: [] }),
  ]
}
