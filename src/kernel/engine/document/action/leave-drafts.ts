import { auditEntry } from '#kernel/platform/audit/audit.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { sqlOf } from '../document-sql.ts'
import { type AnyDocument, boundDocuments } from '../server-document.ts'

// What waits for its drafter when he leaves: drafts, and what came back to him.

/** As many as go in one round trip. */
const AT_ONCE = 500

/** States in which only the drafter goes on. */
function waitingStates({ initial, actions }: AnyDocument): readonly string[] {
  const own = Object.values(actions).filter(({ by, content }) => by === 'drafter' && content === 'draft')
  return [...new Set([initial, ...own.flatMap(({ from }) => from)])]
}

/** How many documents wait for somebody as their drafter. */
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
  /** Who said that he leaves. */
  readonly by: number
  readonly at: Date
  readonly requestId: string
}

/** Who takes over is their drafter from now on; each says so in its history. */
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
