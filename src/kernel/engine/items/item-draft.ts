import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { limitsIn } from '#kernel/platform/access/limits.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { sqlOf } from '../document/document-sql.ts'
import type { AnyDocument, HeadRow } from '../document/server-document.ts'
import type { WithinAction } from '../document/hook-inputs.ts'
import { itemsOf, itemStore, type Judgement } from './item-store.ts'

/** A draft whose items its drafter changes: locked, so that neither a submit nor another change comes in between. */
export async function lockDraft(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  definition: AnyDocument,
  id: string,
): Promise<HeadRow> {
  // A malformed id matches nothing.
  const row = /^\d{1,18}$/.test(id) ? await tx.first(sqlOf(definition).lock(id)) : undefined
  if (!row || row.drafter_id !== principal.userId) throw new Refused(documentErrors.notFound())
  const from = definition.actions['save']?.from ?? []
  if (!from.includes(row.state))
    throw new Refused(
      documentErrors.wrongState({
        state: `@${definition.area}.documents.${definition.name}.states.${row.state}`,
        action: `@${definition.area}.documents.${definition.name}.actions.save`,
      }),
    )
  return row
}

/** What the outcome of items depends on: these values of the header, and what the person may see. */
export function judgementBy(
  definition: AnyDocument,
  header: Readonly<Record<string, unknown>>,
  principal: Principal,
): Judgement {
  const { judgedBy, limitedBy } = itemsOf(definition)
  const limit = limitedBy && limitsIn(principal, limitedBy.table).find(({ column }) => column === limitedBy.column)
  return {
    values: judgedBy.map((name) => textOf(header[name])),
    scopes: principal.scope === 'all' ? null : principal.scope,
    codes: limit?.codes ?? null,
  }
}

/** The same for a stored document, as its draft or its last round has it now. */
export const judgementOf = (definition: AnyDocument, row: HeadRow, principal: Principal): Judgement =>
  judgementBy(
    definition,
    row.draft ?? Object.fromEntries(itemsOf(definition).judgedBy.map((name) => [name, row[columnOf(name)]])),
    principal,
  )

/** After a save: with other values of the header the numbers come to something else. */
export const judgeSaved =
  (definition: AnyDocument): WithinAction =>
  async (tx, { principal }, { id }) => {
    const store = itemStore(definition)
    const row = await tx.first(sqlOf(definition).read(id))
    if (!row) return
    await tx.run(store.judgeChanged(id, judgementOf(definition, row, principal)))
    await tx.run(store.count(id, 0))
  }

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
