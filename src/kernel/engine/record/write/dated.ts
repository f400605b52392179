import { beginOf, dayIn } from '#kernel/base/clock/zone-day.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type AnyRecord, codeColumnOf, type RecordValues } from '../definition.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import type { RecordIntent, Plan, PlannedRecord, RecordWriter } from './plan-records.ts'
import { recordErrors } from '../record.errors.ts'
import type { DatedView } from '../routes/record-wire.ts'
import type { References } from '../references.ts'

/** The day from which a value takes effect, where the definition stores it by day. */
export interface Dating {
  readonly day: string
  readonly value: string | null
  /** Its day has not come: the row keeps its current value. */
  readonly isComing: boolean
}

const SHOWN = 20

interface DatedNames {
  readonly field: string
  readonly table: string
  readonly reference: Reference
}

function namesOf({ dated, fields }: AnyRecord): DatedNames | null {
  const reference = dated && fields[dated.field]?.refersTo
  return dated && reference ? { ...dated, reference } : null
}

/**
 * Plans whose dated value changes, with the day it takes effect: today, a given day, or a future day, for which the row
 * stays unchanged. A value in effect is not overwritten from an earlier day: the past would change twice.
 */
export async function datePlans(
  tx: Tx,
  record: AnyRecord,
  { principal, now }: RecordWriter,
  intents: readonly RecordIntent[],
  plans: readonly PlannedRecord[],
): Promise<readonly PlannedRecord[]> {
  const names = namesOf(record)
  if (!names) return plans
  const { field, table } = names
  const today = dayIn(principal.timezone, now)
  const isWanted = (plan: PlannedRecord, at: number): plan is Plan =>
    plan.refusals === null &&
    plan.after !== null &&
    intents[at]?.values !== undefined &&
    (intents[at].from !== undefined || (plan.before?.[field] ?? null) !== (plan.after[field] ?? null))
  const ids = plans.flatMap((plan, at) => (isWanted(plan, at) && plan.row ? [plan.row.id] : []))
  const rows =
    ids.length === 0
      ? []
      : await tx.rows<{ readonly id: string; readonly day: string }>({
          text: `select record_id::text as id, to_char(max(valid_from), 'YYYY-MM-DD') as day from ${table}
            where record_id = any ($1::bigint[]) and applied_at is not null group by record_id`,
          values: [ids],
        })
  const latest = new Map(rows.map(({ id, day }) => [id, day]))
  return plans.map((plan, at): PlannedRecord => {
    if (!isWanted(plan, at)) return plan
    const { before, after, row } = plan
    const said = intents[at]?.from ?? today
    if (!isDay(said)) return { refusals: [recordErrors.day({}, { field: 'from' })] }
    const value = (after?.[field] ?? null) as string | null
    // A new record has no earlier values.
    if (!row) return { ...plan, dating: { day: today, value, isComing: false } }
    if (said > today)
      return {
        ...plan,
        after: { ...after, [field]: before?.[field] ?? null },
        dating: { day: said, value, isComing: true },
      }
    const last = latest.get(row.id)
    if (last !== undefined && said < last) return { refusals: [recordErrors.dayPast({ day: last }, { field: 'from' })] }
    return { ...plan, dating: { day: said, value, isComing: false } }
  })
}

interface Written {
  readonly id: string
  readonly plan: Plan
}

/** Stores the dated values of many records: never two of one day. A future value equal to the current one removes the planned change. */
export async function writeDated(
  tx: Tx,
  record: AnyRecord,
  { principal, now }: RecordWriter,
  references: References,
  writes: readonly Written[],
): Promise<void> {
  const names = namesOf(record)
  if (!names) return
  const { field, table: days, reference } = names
  const dated = writes.flatMap(({ id, plan }) =>
    plan.dating && plan.act !== 'delete' ? [{ id, plan, ...plan.dating }] : [],
  )
  const isTakenBack = ({ plan, value, isComing }: (typeof dated)[number]) =>
    isComing && value === (plan.before?.[field] ?? null)
  const back = dated.filter(isTakenBack)
  if (back.length > 0)
    await tx.run({
      text: `delete from ${days} t using unnest($1::bigint[], $2::date[]) as n (id, day)
        where t.record_id = n.id and t.valid_from = n.day and t.applied_at is null`,
      values: [back.map(({ id }) => id), back.map(({ day }) => day)],
    })
  const kept = dated.filter((each) => !isTakenBack(each))
  if (kept.length === 0) return
  const keyOf = (code: string | null) => (code === null ? null : (references.get(reference, code)?.key ?? null))
  await tx.run({
    text: `insert into ${days} (record_id, valid_from, value, begins_at, applied_at, said_by)
      select n.id, n.day, n.value, n.begins, n.applied, $6
      from unnest($1::bigint[], $2::date[], $3::${reference.keyType}[], $4::timestamptz[], $5::timestamptz[]) as n (id, day, value, begins, applied)
      on conflict (record_id, valid_from) do update set value = excluded.value, begins_at = excluded.begins_at,
        applied_at = excluded.applied_at, said_by = excluded.said_by, refused = null`,
    values: [
      kept.map(({ id }) => id),
      kept.map(({ day }) => day),
      kept.map(({ value }) => keyOf(value)),
      kept.map(({ day }) => beginOf(principal.timezone, day)),
      kept.map(({ isComing }) => (isComing ? null : now)),
      principal.userId,
    ],
  })
}

type DatedRow = Omit<DatedView, 'field' | 'refusal'> & { readonly refusal: Pick<Refusal, 'key' | 'params'> | null }

/** The values of a record by day, future ones first. */
export async function readDated(
  tx: Tx,
  record: AnyRecord,
  language: Language,
  id: string,
  day?: string,
): Promise<readonly DatedView[]> {
  const names = namesOf(record)
  if (!names) return []
  const { field, table, reference } = names
  const code = codeColumnOf(reference)
  // For one day only the value in effect is read.
  const rows = await tx.rows<DatedRow>({
    text: `select to_char(d.valid_from, 'YYYY-MM-DD') as from, r.${code} as value, r.name_${language} as name,
        d.applied_at is null and d.refused is null as "isComing", d.refused as refusal
      from ${table} d left join ${reference.table} r on r.${reference.key} = d.value
      where d.record_id = $1 ${day === undefined ? '' : 'and d.applied_at is not null and d.valid_from <= $3::date'}
      order by d.valid_from desc limit $2`,
    values: day === undefined ? [id, SHOWN] : [id, 1, day],
  })
  return rows.map(({ refusal, ...row }) => ({ ...row, field, refusal: refusal && refusalText(language, refusal) }))
}

/** The history text for a value that takes effect on another day. */
export function datedDetail(record: AnyRecord, { principal, now }: RecordWriter, { act, before, dating }: Plan) {
  const field = record.dated?.field
  if (!dating || field === undefined || act === 'create' || dating.day === dayIn(principal.timezone, now)) return null
  const changes = dating.isComing ? { [field]: [before?.[field] ?? null, dating.value] } : {}
  return { changes, detail: { from: dating.day } }
}

/** A due value to be applied. */
export interface DueValue {
  readonly id: string
  readonly day: string
  readonly value: string | null
  readonly saidBy: number
}

export async function readDue(tx: Tx, record: AnyRecord, now: Date, most: number): Promise<readonly DueValue[]> {
  const names = namesOf(record)
  if (!names) return []
  const { table, reference } = names
  return await tx.rows<DueValue>({
    text: `select d.record_id::text as id, to_char(d.valid_from, 'YYYY-MM-DD') as day, r.${codeColumnOf(reference)} as value, d.said_by as "saidBy"
      from ${table} d left join ${reference.table} r on r.${reference.key} = d.value
      where d.applied_at is null and d.refused is null and d.begins_at <= $1 order by d.begins_at, d.record_id limit $2`,
    values: [now, most],
  })
}

/** Whether it is still due as read: it may have been removed or replaced since. */
export async function isStillDue(tx: Tx, record: AnyRecord, { id, day, value }: DueValue): Promise<boolean> {
  const names = namesOf(record)
  if (!names) return false
  const { table, reference } = names
  const rows = await tx.rows({
    text: `select from ${table} d left join ${reference.table} r on r.${reference.key} = d.value
      where d.record_id = $1 and d.valid_from = $2::date and d.applied_at is null and d.refused is null
        and r.${codeColumnOf(reference)} is not distinct from $3`,
    values: [id, day, value],
  })
  return rows.length > 0
}

/** A due value: in effect, or refused for a reason that the record shows. */
export async function settleDue(
  tx: Tx,
  record: AnyRecord,
  due: DueValue,
  now: Date,
  refusal: Pick<Refusal, 'key' | 'params'> | null,
): Promise<void> {
  if (!(await isStillDue(tx, record, due))) return
  const { dated } = record
  const { id, day } = due
  await tx.run({
    text: `update ${dated?.table} set applied_at = case when $4::jsonb is null then $3::timestamptz end, refused = $4::jsonb where record_id = $1 and valid_from = $2::date`,
    values: [id, day, now, refusal && JSON.stringify({ key: refusal.key, params: refusal.params })],
  })
}

/** The values of a record with a replaced dated field. */
export function withDated({ dated }: AnyRecord, values: RecordValues, value: string | null): RecordValues {
  return dated ? { ...values, [dated.field]: value } : values
}
