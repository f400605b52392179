import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { personnelErrors } from '../personnel.errors.ts'
import { storeAssignment } from './store-assignment.record.ts'

interface Held {
  readonly code: string
  readonly person: string
  readonly store: string
  readonly from: string
  /** Null while it is open. */
  readonly to: string | null
}

interface Employment {
  readonly code: string
  readonly from: string
  readonly to: string | null
}

const heldBy = prepared<Held>(
  'store-assignment.held',
  `select code, person_code as person, store_code as store, from_day::text as from, to_day::text as to
   from store_assignment where person_code = any ($1::text[])`,
)
const employments = prepared<Employment>(
  'store-assignment.employments',
  'select code, employed_on::text as from, resigned_on::text as to from person where code = any ($1::text[])',
)

function heldOf({ key, after }: RecordChange): Held {
  const text = (name: string): string => String(after?.[name] ?? '')
  const to = after?.['toDay'] ?? null
  return {
    code: key,
    person: text('personCode'),
    store: text('storeCode'),
    from: text('fromDay'),
    to: to === null ? null : String(to),
  }
}

function overlap(one: Held, other: Held): boolean {
  const isBefore = (held: Held, day: string) => held.to !== null && held.to < day
  return one.person === other.person && !isBefore(one, other.from) && !isBefore(other, one.from)
}

/** The first assignment that overlaps this one. */
function clash(held: Held, others: readonly Held[]): Refusal[] {
  const other = others.find((each) => overlap(held, each))
  if (!other) return []
  return [personnelErrors.overlaps({ store: other.store, from: other.from, to: other.to ?? '…' }, { field: 'fromDay' })]
}

function outside({ from, to }: Held, employment: Employment | undefined): Refusal[] {
  if (!employment) return []
  const isEarly = from < employment.from
  // An open one ends with the employment, if it begins within it.
  const isLate = employment.to !== null && (from > employment.to || (to !== null && to > employment.to))
  if (!isEarly && !isLate) return []
  const at = { field: isEarly || to === null ? 'fromDay' : 'toDay' }
  return [personnelErrors.notEmployed({ from: employment.from, to: employment.to ?? '…' }, at)]
}

/** One store at a time, and only during employment. The table's own constraint handles concurrent entries. */
async function refuse(tx: Tx, _: unknown, changes: readonly RecordChange[]) {
  const written = changes.filter(({ act }) => act === 'create' || act === 'update')
  const people = [...new Set(written.map((change) => heldOf(change).person))]
  const [held, employed] = [await tx.rows(heldBy(people)), await tx.rows(employments(people))]
  const rewritten = new Set(changes.map(({ key }) => key))
  // Rows of the file come after existing ones, in order.
  const standing = held.filter(({ code }) => !rewritten.has(code))
  return new Map(
    written.map((change) => {
      const own = heldOf(change)
      const employment = employed.find(({ code }) => code === own.person)
      const refusals = [...outside(own, employment), ...clash(own, standing)]
      if (refusals.length === 0) standing.push(own)
      return [change, refusals] as const
    }),
  )
}

export const assignmentRules: RecordRules = { record: storeAssignment, refuse }
