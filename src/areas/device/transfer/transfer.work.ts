import { randomUUID } from 'node:crypto'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { itemStore } from '#kernel/engine/items/item-store.ts'
import { itemWork } from '#kernel/engine/items/item-work.ts'
import { holding, type RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { deviceTransfer, OUTCOME_RIGHT } from './device-transfer.doc.ts'
import { deviceTransferDocument } from './device-transfer.document.ts'

/** Devices that are moved in one transaction. */
const SPAN = 2_000

const span = prepared<{ taken: number }>(
  'device.transfer-span',
  `select device_transfer_span($1, $2, ${SPAN}) as taken`,
)
const items = itemStore(deviceTransfer)

/** Moves the devices of approved transfers, and notes on each what became of them, in its drafter's name with the one right that the product has for it. */
export const transferWork = itemWork({
  definition: deviceTransfer,
  name: 'transfers of devices',
  span: async (tx, { id, round }) => (await tx.first(span(id, round)))?.taken ?? 0,
  async finished(tx, { id, round, state, version, drafter_id: drafterId }) {
    if (state !== 'processing') return
    const { done = 0, failed = 0 } = (await tx.first(items.counts(id, round))) ?? {}
    const action = done === 0 ? 'fail' : failed > 0 ? 'completePartly' : 'complete'
    const person = required(await principalOfUser(tx, drafterId, 'en'), documentErrors.notFound())
    const { limits: _, ...unlimited } = person
    const context: RequestContext = {
      principal: { ...unlimited, ...holding([OUTCOME_RIGHT, deviceTransfer.viewRight], 'all') },
      language: 'en',
      requestId: randomUUID(),
      now: productNow(),
      idempotencyKey: randomUUID(),
      log: () => undefined,
    }
    const opinion = `${done} / ${done + failed}`
    await runActionIn(tx, deviceTransferDocument, context, commandOf({ action, id, version, opinion }))
  },
})
