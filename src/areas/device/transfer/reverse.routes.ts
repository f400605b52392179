import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { visibleRow } from '#kernel/engine/document/load-document.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { judgementOf, lockDraft } from '#kernel/engine/items/item-draft.ts'
import { itemStore } from '#kernel/engine/items/item-store.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { deviceErrors } from '../device.errors.ts'
import { deviceTransfer } from './device-transfer.doc.ts'

const items = itemStore(deviceTransfer)
/** Devices that this transfer moved, and those of them that have moved since. */
const since = prepared<{ done: number; moved: number }>(
  'device.transfer-moved-since',
  `select count(*)::int as done, (count(*) filter (where h.seq <> i.seq + 1))::int as moved
   from device_transfer_item i join device_holding h on h.device_id = i.device_id where i.document_id = $1 and i.round = $2 and i.state = 'done'`,
)
const taken = prepared(
  'device.transfer-taken-back',
  `insert into device_transfer_item (document_id, round, no, number)
   select $3, 0, row_number() over (order by i.no), i.number from device_transfer_item i where i.document_id = $1 and i.round = $2 and i.state = 'done'`,
)

/** Drafts the transfer back, with what was moved: a chain that others have gone on with is not cut. */
export const reverseRoute = (document: ServerDocument): Route =>
  defineRoute({
    method: 'POST',
    path: '/aps/gs/transfer/reverse',
    right: deviceTransfer.actions.submit.right,
    summary: 'Drafts a transfer of the same devices back, while none of them has moved since',
    mode: 'write',
    body: Type.Object({ id: Type.String({ maxLength: 20 }) }),
    data: Type.Object({ id: Type.String(), no: Type.String() }),
    async handler(tx, context, { body }) {
      const { row } = await visibleRow(tx, context, deviceTransfer, body)
      const { done, moved } = required(await tx.first(since(row.id, row.round)), documentErrors.notFound())
      if (done === 0) throw new Refused(deviceErrors.noNumbers())
      if (moved > 0) throw new Refused(deviceErrors.notReversible({ count: moved }))
      const value = (column: string) => row[column] as string | number | null
      const raw = {
        idcCode: value('to_idc_code'),
        areaId: value('to_area_id'),
        fromCustomer: value('to_customer'),
        fromDealer: value('to_dealer'),
        fromStore: value('to_store'),
        toIdcCode: value('idc_code'),
        toAreaId: value('area_id'),
        toCustomer: value('from_customer'),
        toDealer: value('from_dealer'),
        toStore: value('from_store'),
        reason: interpolate(textAt(context.language, 'device.transferBack'), { no: row.no }),
        lines: [],
      }
      const own = { ...context, idempotencyKey: randomUUID() }
      const answer = await runActionIn(tx, document, own, commandOf({ action: 'save', raw }))
      await tx.run(taken(row.id, row.round, answer.id))
      const draft = await lockDraft(tx, context, deviceTransfer, answer.id)
      await tx.run(items.judge(answer.id, null, judgementOf(deviceTransfer, draft, context.principal)))
      await tx.run(items.count(answer.id, 0))
      context.note?.({ subject: answer.no })
      return { id: answer.id, no: answer.no }
    },
  })
