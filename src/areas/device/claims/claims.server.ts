import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { ClaimState, ClaimUnit, DeviceClaim } from '../device.rules.ts'
import { readDeviceNumber } from '../imei.ts'

interface ClaimRow {
  readonly device_id: string
  readonly number: string
  readonly scheme_type: string
  readonly occasion: string
  readonly document_id: string
  readonly document_no: string | null
  readonly round: number
  readonly line_no: number
  readonly state: ClaimState
  readonly amount: string
}

const CLAIM = `select k.device_id, coalesce(d.imei1, d.sn) as number, k.scheme_type, k.occasion, k.document_id, i.document_no, k.round, k.line_no, k.state, k.amount::text as amount
   from device_claim k join device d on d.id = k.device_id
   left join approval_instance i on i.document_id = k.document_id and i.round = k.round`

const live = prepared<ClaimRow>(
  'device.live-claims',
  `${CLAIM} where ($2::text is null or k.scheme_type = $2) and k.state in ('held', 'paid')
     and k.device_id in (select device_id from device_number where number = any ($1::text[])) order by k.id`,
)

/**
 * Current claims on and payments for the devices with these numbers: a fact of documents that will claim them
 * (`checkClaims`). Without a type those of all types.
 */
export function liveClaims(numbers: readonly string[], schemeType: string | null): Statement<ClaimRow> {
  const known = numbers.map(readDeviceNumber).flatMap((read) => (read.kind === 'fault' ? [] : [read.number]))
  return live([...new Set(known)], schemeType)
}

const ofDocuments = prepared<ClaimRow>(
  'device.claims-of-documents',
  `${CLAIM} where k.document_id = any ($1::bigint[]) and k.state <> 'released' order by k.id`,
)

/** The claims, payments and returns of documents: a fact of their own later actions and of clawbacks (`checkRecovery`). */
export function claimsOf(documentIds: readonly string[]): Statement<ClaimRow> {
  return ofDocuments([...new Set(documentIds)])
}

export function readClaims(rows: readonly ClaimRow[]): DeviceClaim[] {
  return rows.map((row) => ({
    deviceId: row.device_id,
    number: row.number,
    schemeType: row.scheme_type,
    occasion: row.occasion,
    documentId: row.document_id,
    documentNo: row.document_no ?? row.document_id,
    round: row.round,
    line: row.line_no,
    state: row.state,
    amount: row.amount,
  }))
}

/** The round of a claiming document. */
interface By {
  readonly id: string
  readonly round: number
}

/** The amount for one device, and its payee. */
export interface UnitToPay extends ClaimUnit {
  readonly amount: string
  readonly currency: string
  readonly customerCode: string
  /** What it is paid for, where its scheme type pays a device more than once: the price change of price protection. */
  readonly occasion?: string
}

// In the order of devices, so that two documents that want the same ones do not deadlock.
const hold = prepared(
  'device.hold-claims',
  `with held as (
     insert into device_claim (device_id, scheme_type, occasion, document_id, round, line_no, amount, currency, customer_code, scope_id)
     select u.device, $3, u.occasion, $1, $2, u.line, u.amount, u.currency, u.customer, c.scope_id
     from unnest($4::int[], $5::bigint[], $6::numeric[], $7::text[], $8::text[], $9::text[]) u (line, device, amount, currency, customer, occasion)
     join customer c on c.code = u.customer order by u.device
     on conflict (device_id, scheme_type, occasion) where state in ('held', 'paid') do nothing returning 1
   ) select must_touch((select count(*) from held), $10)`,
)

/**
 * Submit: the document claims the devices. If another took any since the facts were read, the action reads again, and
 * `checkClaims` names it.
 */
export function holdClaims(by: By, schemeType: string, units: readonly UnitToPay[]): readonly Statement[] {
  if (units.length === 0) return []
  const column = <K extends keyof UnitToPay>(name: K) => units.map((unit) => unit[name])
  const columns = [column('line'), column('deviceId'), column('amount'), column('currency'), column('customerCode')]
  const occasions = units.map(({ occasion = '' }) => occasion)
  return [hold(by.id, by.round, schemeType, ...columns, occasions, units.length)]
}

const pay = prepared(
  'device.pay-claims',
  `with paid as (
     update device_claim set state = 'paid', paid_at = product_now()
     where document_id = $1 and round = $2 and state = 'held' and device_id = any ($3::bigint[]) returning 1
   ) select must_touch((select count(*) from paid), $4)`,
)

/** The last approval: what the document claimed is paid. Devices that it does not pay for go to `releaseClaims`. */
export function payClaims(by: By, deviceIds: readonly string[]): readonly Statement[] {
  return deviceIds.length === 0 ? [] : [pay(by.id, by.round, deviceIds, deviceIds.length)]
}

const releaseStatement = prepared(
  'device.release-claims',
  `with gone as (
     update device_claim set state = 'released', ended_at = product_now()
     where document_id = $1 and round = $2 and state = 'held' and device_id = any ($3::bigint[]) returning 1
   ) select must_touch((select count(*) from gone), $4)`,
)

/** Reject, return, withdraw, terminate, and what an approval leaves unpaid: others may claim these devices again. */
export function releaseClaims(by: By, deviceIds: readonly string[]): readonly Statement[] {
  return deviceIds.length === 0 ? [] : [releaseStatement(by.id, by.round, deviceIds, deviceIds.length)]
}

const takeBack = prepared(
  'device.recover-claims',
  `with back as (
     update device_claim set state = 'recovered', ended_at = product_now(), recovered_by = $1
     where document_id = $2 and state = 'paid' and device_id = any ($3::bigint[]) returning 1
   ) select must_touch((select count(*) from back), $4)`,
)

/** Clawback: what that document paid for these devices was taken back by this one; they can be paid for again. */
export function recoverClaims(by: Pick<By, 'id'>, paidBy: string, deviceIds: readonly string[]): readonly Statement[] {
  return deviceIds.length === 0 ? [] : [takeBack(by.id, paidBy, deviceIds, deviceIds.length)]
}
