import { Type } from 'typebox'
import type { ItemAddress } from '#kernel/engine/definition/items.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { visibleRow } from '../document/load-document.ts'
import type { AnyDocument } from '../document/server-document.ts'

/** A draft by its id, or a submitted round. */
export const itemAddress = {
  id: Type.Optional(Type.String({ maxLength: 20 })),
  formInstanceId: Type.Optional(Type.String({ maxLength: 40 })),
}

/** Whose items are asked for: of the draft, where its drafter has one, else of the round. */
export async function itemPlace(
  tx: Tx,
  context: Pick<RequestContext, 'principal'>,
  definition: AnyDocument,
  asked: ItemAddress,
): Promise<{ readonly id: string; readonly round: number }> {
  const { row, round, isDrafter } = await visibleRow(tx, context, definition, asked)
  const isDraft = isDrafter && (definition.actions['save']?.from.includes(row.state) ?? false)
  return { id: row.id, round: isDraft && asked.formInstanceId === undefined ? 0 : round }
}
