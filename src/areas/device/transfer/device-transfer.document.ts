import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { staffOf } from '#kernel/engine/approval/people.ts'
import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import type { FactReader } from '#kernel/engine/document/fact-sight.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { WithinAction } from '#kernel/engine/document/hook-inputs.ts'
import {
  bindDocument,
  type FactRequest,
  type FactSpecs,
  type Postings,
  type Subject,
} from '#kernel/engine/document/server-document.ts'
import { judgementBy, judgeSaved } from '#kernel/engine/items/item-draft.ts'
import { itemRoutes } from '#kernel/engine/items/items.routes.ts'
import { itemStore, type JudgedGroup } from '#kernel/engine/items/item-store.ts'
import { limitsIn } from '#kernel/platform/access/limits.ts'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { deviceErrors } from '../device.errors.ts'
import { type DeviceTransfer, deviceTransfer, RECEIPT_STEPS } from './device-transfer.doc.ts'
import {
  checkTransfer,
  directionOf,
  type Arrival,
  checkArrival,
  holderOf,
  linesOf,
  type Party,
  type PartyStore,
  staffedSides,
  type TransferFacts,
} from './device-transfer.rules.ts'
import { givenNumbers } from './given-numbers.server.ts'
import { arrivalRoute, arrivalShownRoute } from './arrival.routes.ts'
import { storesRoute } from './stores.routes.ts'
import { reverseRoute } from './reverse.routes.ts'

const items = itemStore(deviceTransfer)

const SIDES = `(values ('from', $1::text), ('from', $2), ('to', $3), ('to', $4)) s (side, code)`
const parties = prepared<Party>(
  'device.transfer-parties',
  `select s.side, c.code, c.scope_id as "scopeId", c.state = 'enabled' as "isEnabled", c.parent_code as "parentCode", a.id as "areaId", a.idc_code as "idcCode",
     exists (select from user_customer m join customer o on o.code = m.customer_code where m.user_id = $5 and o.parent_code = c.code) as "isSeller",
     exists (select from user_customer m join app_user u on u.id = m.user_id and u.status = 'active' where m.customer_code = c.code)
       and not exists (select from user_customer m where m.customer_code = c.code and m.user_id = $5) as "hasStaff"
   from ${SIDES} join customer c on c.code = s.code join country k on k.code = c.country_code join area a on a.id = k.area_id order by 1, 2`,
)
const stores = prepared<PartyStore & { readonly scopeId: number }>(
  'device.transfer-stores',
  `select s.side, t.code, t.customer_code as "customerCode", t.enabled as "isOpen", t.scope_id as "scopeId"
   from (values ('from', $1::text), ('to', $2)) s (side, code) join store t on t.code = s.code order by 1`,
)

/** People of customers give what those and their dealers have, to them, to their dealers or back to their seller. */
function seesParty({ side, code, parentCode, scopeId, isSeller }: Party, reader: FactReader): boolean {
  if (!inScope(reader.scope, scopeId)) return false
  const own = limitsIn(reader, 'customer').find(({ column }) => column === 'code')?.codes
  return (
    own === undefined ||
    own.includes(code) ||
    (parentCode !== null && own.includes(parentCode)) ||
    (side === 'to' && isSeller)
  )
}

const judgementFor = (header: object, principal: Principal) =>
  judgementBy(deviceTransfer, header as Readonly<Record<string, unknown>>, principal)

const arrivalOf = prepared<Arrival>(
  'device.transfer-arrival',
  `select c.arrival, (select count(*)::int from device_transfer_item i where i.document_id = c.document_id and i.round = c.round and i.state = 'good' and i.arrived) as arrived
   from device_transfer d join document_items c on c.document_type = 'deviceTransfer' and c.document_id = d.id and c.round = d.round where d.id = $1`,
)

type Request = FactRequest<DeviceTransfer>

const facts: FactSpecs<DeviceTransfer, TransferFacts> = {
  parties: {
    // A draft belongs to the organisation of who gives.
    actions: ['save', 'submit'],
    sight: { row: seesParty },
    statement({ content, principal }: Request) {
      const header = content?.header
      return parties(
        header?.fromCustomer ?? null,
        header?.fromDealer ?? null,
        header?.toCustomer ?? null,
        header?.toDealer ?? null,
        principal.userId,
      )
    },
    read: (rows: Party[]) => rows,
  },
  stores: {
    actions: ['submit'],
    sight: { row: ({ scopeId }: { readonly scopeId: number }, { scope }) => inScope(scope, scopeId) },
    statement: ({ content }: Request) => stores(content?.header.fromStore ?? null, content?.header.toStore ?? null),
    read: (rows: PartyStore[]) => rows,
  },
  judged: {
    actions: ['submit'],
    // Devices of organisations that the person does not see are not found.
    sight: { within: 'statement' },
    statement: ({ documentId, content, principal }: Request) =>
      items.judged(documentId ?? '0', judgementFor(content?.header ?? {}, principal)),
    read: (rows: JudgedGroup[]) => rows,
  },
  arrival: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: Request) => arrivalOf(documentId ?? '0'),
    read: ([row]: Arrival[]) => row ?? null,
  },
}

const released = prepared('device.transfer-released', 'delete from device_hold where document_id = $1')
const again = prepared(
  'device.transfer-again',
  `select device_transfer_again(d.id, $2, array[d.from_customer, d.from_dealer, d.from_store, d.only_sku, d.order_no]) from device_transfer d where d.id = $1`,
)
const givenUp = prepared('device.transfer-given-up', 'select device_transfer_give_up($1, $2, $3)')
/** What the receiver did not name, where they named anything: without a word, everything arrived. */
const notArrived = prepared(
  'device.transfer-not-arrived',
  `select device_transfer_give_up(document_id, round, 'notArrived') from document_items
   where document_type = 'deviceTransfer' and document_id = $1 and round = $2 and arrival = 'named'`,
)

const release =
  () =>
  ({ id }: Subject<DeviceTransfer>): Postings => ({ legs: [], writes: [released(id)] })

/** A device that another document took between the look and the lock would make the lines untrue. */
const raise: WithinAction = async (tx, { principal }, { id, round, header }) => {
  await tx.run(items.raise(id, round, judgementFor(header, principal)))
  await tx.run(items.count(id, round))
  const counts = await tx.first(items.counts(id, round))
  if (counts?.good !== Number(header['units']) || counts.digest !== header['itemsDigest'])
    throw new Refused(deviceErrors.numbersChanged())
}

const names = fieldNames('device.transfer-names', [anyArea, customerReference, storeReference, skuReference])

export const deviceTransferDocument = bindDocument<DeviceTransfer, TransferFacts>({
  definition: deviceTransfer,
  load: {
    facts,
    scopeOf: ({ parties: found }) => found.find(({ side }) => side === 'from')?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
    organisations: ({ header }) => ({ giver: header.idcCode, receiver: header.toIdcCode }),
    people: ({ header }) => ({
      giverStaff: [staffOf(holderOf('from', header))],
      receiverStaff: [staffOf(holderOf('to', header))],
    }),
  },
  validate: { check: checkTransfer, checkStep: Object.fromEntries(RECEIPT_STEPS.map((key) => [key, checkArrival])) },
  derive: {
    lines: (_content, { judged }) => linesOf(judged),
    computed: ({ header }, { judged }) => ({
      direction: directionOf(header),
      // Of a draft nothing is judged here.
      units: judged?.reduce((sum, { units }) => sum + units, 0) || null,
      itemsDigest: judged?.[0]?.digest ?? null,
    }),
    variables: (content, _computed, found) => ({
      transferType: 'transfer',
      crossRegion: content.header.idcCode !== content.header.toIdcCode,
      ...staffedSides(content, found),
    }),
  },
  present: { names: names.of(deviceTransfer), taskFacts: ['units', 'fromCustomer', 'toCustomer'] },
  post: {
    plans: {
      // The numbers are locked within the action, once its round is there.
      submit: () => ({ legs: [] }),
      approve: ({ id, round }) => ({
        legs: [],
        writes: [notArrived(id, round), items.count(id, round), items.start(id, round)],
      }),
      retry: ({ id, round }) => ({
        legs: [],
        writes: [again(id, round), items.count(id, round), items.start(id, round)],
      }),
      close: ({ id, round }) => ({
        legs: [],
        writes: [givenUp(id, round, 'closed'), items.count(id, round), items.stop(id, round), released(id)],
      }),
      ...releasePlans(release),
    },
    within: { save: judgeSaved(deviceTransfer), submit: raise },
  },
})

export const served = serveDocument({
  document: deviceTransferDocument,
  namesCodes: true,
  detail: { summary: 'One transfer of devices with its products and approval', names: names.schema },
  check: { summary: 'Check a transfer of devices before it is submitted, with the custody of now' },
  routes: [
    ...itemRoutes({ document: deviceTransferDocument, numbersOf: givenNumbers }),
    storesRoute,
    arrivalShownRoute,
    arrivalRoute,
    reverseRoute(deviceTransferDocument),
  ],
})
