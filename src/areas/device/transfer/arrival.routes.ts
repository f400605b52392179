import { Type } from 'typebox'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { itemPlace } from '#kernel/engine/items/item-place.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { BodyBound } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { deviceErrors } from '../device.errors.ts'
import { deviceTransfer, RECEIPT_STEPS } from './device-transfer.doc.ts'
import { givenNumbers } from './given-numbers.server.ts'

const MOST_TYPED = 400_000
const BOUND: BodyBound = { bytes: MOST_TYPED * 3 + 1_000, values: 10 }
const SHOWN = 50

/** Locked against the decision that reads what arrived. */
const asked = prepared<{ no: string; isAsked: boolean }>(
  'device.arrival-asked',
  `select d.no, exists (select from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round
     where t.document_id = d.id and t.round = d.round and t.user_id = $3 and t.state = 'open' and i.steps -> t.step ->> 'key' = any ($4::text[])) as "isAsked"
   from device_transfer d where d.id = $1 and d.round = $2 and d.state = 'underApproval' for update of d`,
)
const said = prepared(
  'device.arrival-said',
  `update document_items set arrival = $3 where document_type = 'deviceTransfer' and document_id = $1 and round = $2`,
)
const forgotten = prepared(
  'device.arrival-forgotten',
  'update device_transfer_item set arrived = false where document_id = $1 and round = $2 and arrived',
)
/** Any number of a device stands for it, whichever the transfer has. */
const named = prepared<{ number: string; isThere: boolean }>(
  'device.arrival-named',
  `with given as materialized (
     select g.number, g.n, i.number as item from unnest($3::text[]) with ordinality g (number, n)
     left join lateral (select device_id from device_number where number = g.number offset 0) d on true
     left join lateral (
       select number from device_transfer_item where document_id = $1 and round = $2 and device_id = d.device_id and state = 'good' offset 0
     ) i on true
   ), arrived as (
     update device_transfer_item i set arrived = true
     where i.document_id = $1 and i.round = $2 and not i.arrived and i.number in (select item from given where item is not null)
   )
   select number, item is not null as "isThere" from given order by n`,
)
const counted = prepared<{ arrival: 'all' | 'named' | null; total: number; arrived: number }>(
  'device.arrival-counted',
  `select c.arrival, c.good as total, case c.arrival when 'all' then c.good else
     (select count(*)::int from device_transfer_item i where i.document_id = $1 and i.round = $2 and i.state = 'good' and i.arrived) end as arrived
   from document_items c where c.document_type = 'deviceTransfer' and c.document_id = $1 and c.round = $2`,
)

const count = Type.Integer()
const arrivalSchema = Type.Object({
  arrival: Type.Union([Type.Literal('all'), Type.Literal('named'), Type.Null()]),
  total: count,
  arrived: count,
  unknown: Type.Array(Type.String(), {
    description: `of the numbers given those that the transfer does not have, ${SHOWN} at most`,
  }),
})
const NOTHING = { arrival: null, total: 0, arrived: 0 }

/** What was said of the arrival so far, for whoever sees the transfer. */
export const arrivalShownRoute = defineRoute({
  method: 'POST',
  path: '/aps/gs/transfer/arrival',
  right: deviceTransfer.viewRight,
  summary: 'How much of a transfer its receiver has named as arrived',
  mode: 'read',
  body: Type.Object({ formInstanceId: Type.String({ maxLength: 40 }) }),
  data: arrivalSchema,
  async handler(tx, context, { body }) {
    const { id, round } = await itemPlace(tx, context, deviceTransfer, body)
    return { ...((await tx.first(counted(id, round))) ?? NOTHING), unknown: [] }
  },
})

/** The receiver says what arrived, before they agree: everything, or number by number. What they do not name stays with the giver. */
export const arrivalRoute = defineRoute({
  method: 'POST',
  path: '/aps/gs/transfer/arrived',
  right: deviceTransfer.actions.approve.right,
  summary: 'Names the devices of a transfer that arrived, all or by number; asked of whoever confirms the receipt now',
  mode: 'write',
  bound: BOUND,
  body: Type.Object({
    formInstanceId: Type.String({ maxLength: 40 }),
    all: Type.Optional(Type.Boolean({ description: 'everything arrived' })),
    text: Type.Optional(
      Type.String({
        maxLength: MOST_TYPED,
        description: 'numbers, cartons and pallets that arrived, beside those named before',
      }),
    ),
    again: Type.Optional(Type.Boolean({ description: 'forgets what was named before' })),
  }),
  data: arrivalSchema,
  async handler(tx, context, { body }) {
    const { documentId: id, round } = required(readFormInstanceId(body.formInstanceId), approvalErrors.notRunning())
    const found = await tx.first(asked(id, round, context.principal.userId, RECEIPT_STEPS))
    if (!found?.isAsked) throw new Refused(deviceErrors.notReceiver())
    context.note?.({ subject: found.no })
    if (body.again || body.all) await tx.run(forgotten(id, round))
    const given = body.text && !body.all ? await givenNumbers(tx, context, body.text) : []
    const names =
      given.length > 0
        ? await tx.rows(
            named(
              id,
              round,
              given.map(({ number }) => number),
            ),
          )
        : []
    // A text without a number says nothing.
    if (body.all || body.again || given.length > 0)
      await tx.run(said(id, round, body.all ? 'all' : given.length > 0 ? 'named' : null))
    const counts = (await tx.first(counted(id, round))) ?? NOTHING
    return { ...counts, unknown: names.flatMap(({ number, isThere }) => (isThere ? [] : [number])).slice(0, SHOWN) }
  },
})
