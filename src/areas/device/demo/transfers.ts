import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { judgementBy } from '#kernel/engine/items/item-draft.ts'
import { itemStore } from '#kernel/engine/items/item-store.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { deviceTransfer } from '../transfer/device-transfer.doc.ts'
import { deviceTransferDocument } from '../transfer/device-transfer.document.ts'
import { transferWork } from '../transfer/transfer.work.ts'

const items = itemStore(deviceTransfer)
const DAY_MS = 86_400_000

interface Giver {
  readonly code: string
  readonly numbers: readonly string[]
}

/** Distributors of India with devices for sale that no claim has, without the first two, whom tests and stories know. */
const giversOf = prepared<Giver>(
  'demo givers of devices',
  `select c.code, (array_agg(coalesce(d.imei1, d.sn) order by d.id))[1:24] as numbers
   from customer c join device_place p on p.customer_code = c.code and p.holder_type = 'customer' and p.form = 'regular'
   join device_holding h on h.place_id = p.id and h.status = 'channelStock' join device d on d.id = h.device_id
   where c.country_code = 'IN' and c.kind = 'distributor' and c.state = 'enabled' and c.code > (
       select code from customer where country_code = 'IN' and kind = 'distributor' and state = 'enabled' order by code offset 1 limit 1)
     and not exists (select from device_claim k where k.device_id = h.device_id)
   group by c.code having count(*) >= 24 order by c.code limit 2`,
)
const ofGood = prepared<{ number: string }>(
  'demo good numbers',
  `select number from device_transfer_item where document_id = $1 and round = 1 and state = 'good' order by no`,
)
const arrive = prepared(
  'demo arrival',
  `with said as (update document_items set arrival = 'named' where document_type = 'deviceTransfer' and document_id = $1 and round = 1)
   update device_transfer_item set arrived = true where document_id = $1 and round = 1 and number = any ($2::text[])`,
)
const arriveWhole = prepared(
  'demo whole arrival',
  `update document_items set arrival = 'all' where document_type = 'deviceTransfer' and document_id = $1 and round = 1`,
)

/** The accounts of the demonstration, who act through the product's own action runner. */
interface Cast {
  userId(account: string): Promise<number>
  context(userId: number, at: Date): Promise<RequestContext>
  task(documentId: string): Promise<{ readonly taskId: string; readonly contentHash: string } | undefined>
  act(
    userId: number,
    at: Date,
    command: Partial<Command> & Pick<Command, 'action'>,
    document: ServerDocument,
  ): Promise<ActionAnswer>
}

/** What became of each transfer of the demonstration. */
const FATES = ['draft', 'submitted', 'receipt', 'moved', 'partial', 'rejected'] as const

/** Transfers of devices in every state, raised and decided through the product's own commands. */
export async function playDeviceTransfers(pool: TransactionPool, cast: Cast, now: Date): Promise<void> {
  const [giver, receiver] = await reading(pool, (tx) => tx.rows(giversOf()))
  if (!giver || !receiver) return
  const [drafter, manager, channel] = await Promise.all(
    ['in.sales', 'in.manager', 'in.channel'].map((name) => cast.userId(name)),
  )
  const area = { idcCode: 'IN', areaId: 2, toIdcCode: 'IN', toAreaId: 2 }
  const header = {
    ...area,
    fromCustomer: giver.code,
    toCustomer: receiver.code,
    reason: 'Stock moves to where it sells',
    lines: [],
  }
  for (const [index, fate] of FATES.entries()) {
    const at = new Date(now.getTime() - (FATES.length - index) * DAY_MS)
    const numbers = giver.numbers.slice(index * 4, index * 4 + 4)
    const { id } = await cast.act(drafter!, at, { action: 'save', raw: header }, deviceTransferDocument)
    // One number of each is mistyped: its fifteenth digit is another.
    const wrong = `${numbers[0]!.slice(0, 14)}${(Number(numbers[0]![14]) + 1) % 10}`
    const { principal } = await cast.context(drafter!, at)
    await transaction(pool, async (tx) => {
      await tx.run(
        items.put(id, [...numbers.map((number) => ({ number, fault: null })), { number: wrong, fault: 'checkDigit' }]),
      )
      await tx.run(items.judge(id, null, judgementBy(deviceTransfer, header, principal)))
      await tx.run(items.count(id, 0))
    })
    if (fate === 'draft') continue
    const { formInstanceId } = await cast.act(
      drafter!,
      at,
      { action: 'submit', id, version: 1, raw: header },
      deviceTransferDocument,
    )
    const decide = async (userId: number, action: string, opinion: string, hours: number): Promise<void> => {
      const task = await cast.task(id)
      const moment = new Date(at.getTime() + hours * 3_600_000)
      const { taskId, contentHash } = task!
      await cast.act(userId, moment, { action, formInstanceId, taskId, contentHash, opinion }, deviceTransferDocument)
    }
    if (fate === 'submitted') continue
    if (fate === 'rejected') {
      await decide(manager!, 'reject', 'The devices are promised to a dealer', 3)
      continue
    }
    await decide(manager!, 'approve', 'The devices are with the giver', 2)
    if (fate === 'receipt') continue
    const good = await reading(pool, (tx) => tx.rows(ofGood(id)))
    await transaction(pool, (tx) =>
      tx.run(
        fate === 'moved'
          ? arriveWhole(id)
          : arrive(
              id,
              good.slice(1).map(({ number }) => number),
            ),
      ),
    )
    await decide(channel!, 'approve', 'Counted at the receipt', 6)
  }
  const services = workServices(pool, () => now)
  while (await transferWork.run(services, new AbortController().signal));
}
