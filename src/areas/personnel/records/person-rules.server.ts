import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, type Refusal } from '#kernel/base/errors/errors.ts'
import { type RecordIntent, readRows, type RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { valuesOf } from '#kernel/engine/record/record-sql.ts'
import { writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { personnelErrors } from '../personnel.errors.ts'
import { person } from './person.record.ts'
import { storeAssignment } from './store-assignment.record.ts'

interface Assigned {
  readonly id: string
  readonly person: string
  readonly store: string
  readonly from: string
  readonly to: string | null
}

const assigned = prepared<Assigned>(
  'person.assigned',
  `select id, person_code as person, store_code as store, from_day::text as from, to_day::text as to
   from store_assignment where person_code = any ($1::text[]) order by from_day`,
)

/** The current day where the writer works. */
const todayOf = ({ principal, now }: Pick<RecordWriter, 'principal' | 'now'>): string => dayIn(principal.timezone, now)

function resignation({ after }: RecordChange): string | null {
  const day = after?.['resignedOn'] ?? null
  return day === null ? null : String(day)
}

/** Nobody works in a store before or after their employment, and a person who has left is not enabled again. */
async function refuse(tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]) {
  const kept = changes.filter(({ act }) => act !== 'delete')
  const moved = kept.filter(({ act }) => act === 'update')
  const rows = moved.length === 0 ? [] : await tx.rows(assigned(moved.map(({ key }) => key)))
  return new Map(
    kept.map((change) => {
      const refusals: Refusal[] = []
      const day = resignation(change)
      if (change.act === 'enable' && day !== null && day <= todayOf(writer))
        refusals.push(personnelErrors.resigned({ day }))
      const employed = String(change.after?.['employedOn'] ?? '')
      const own = moved.includes(change) ? rows.filter((row) => row.person === change.key) : []
      const early = own.find(({ from }) => from < employed)
      const late = day === null ? undefined : own.find(({ from }) => from > day)
      const told = ({ store, from }: Assigned, field: string) =>
        refusals.push(personnelErrors.assignedOutside({ store, from }, { field }))
      if (early) told(early, 'employedOn')
      if (late) told(late, 'resignedOn')
      return [change, refusals] as const
    }),
  )
}

/** A resignation ends open assignments, and disables from its day on. */
async function follow(tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]): Promise<void> {
  const written = changes.filter(({ act }) => act === 'create' || act === 'update')
  const leaving = new Map(written.flatMap((change) => [[change.key, resignation(change)] as const]))
  const resigning = [...leaving].flatMap(([key, day]) => (day === null ? [] : [key]))
  if (resigning.length === 0) return
  const rows = await tx.rows(assigned(resigning))
  const ending = rows.filter(({ person: of, to }) => to === null || to > (leaving.get(of) ?? ''))
  await endAssignments(tx, writer, ending, (row) => leaving.get(row.person) ?? null)
  const today = todayOf(writer)
  const gone = written.filter(({ key, to }) => to === 'enabled' && (leaving.get(key) ?? '9999') <= today)
  const intents = gone.flatMap(({ id }): RecordIntent[] => (id === null ? [] : [{ act: 'disable', id }]))
  if (intents.length > 0) mustPass(await writeRecords(tx, writer, person, intents, 'form'))
}

async function endAssignments(
  tx: Tx,
  writer: RecordWriter,
  rows: readonly Assigned[],
  dayOfRow: (row: Assigned) => string | null,
): Promise<void> {
  if (rows.length === 0) return
  const { byId } = await readRows(tx, storeAssignment, writer, { ids: rows.map(({ id }) => id), keys: [] }, true)
  const intents = rows.flatMap((row): RecordIntent[] => {
    const found = byId.get(row.id)
    const values = found && { ...valuesOf(storeAssignment, found), toDay: dayOfRow(row) }
    return values ? [{ act: 'update', id: row.id, values }] : []
  })
  mustPass(await writeRecords(tx, writer, storeAssignment, intents, 'form'))
}

function mustPass(outcomes: readonly { readonly refusals: readonly Refusal[] | null }[]): void {
  const refused = outcomes.flatMap(({ refusals }) => refusals ?? [])
  if (refused.length > 0) throw new Refused(refused)
}

export const personRules: RecordRules = { record: person, refuse, follow }
