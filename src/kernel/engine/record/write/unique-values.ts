import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, codeColumnOf, columnFor, columnTypeFor, recordText, uniqueGroups } from '../definition.ts'
import type { Plan, RecordWriter } from './plan-records.ts'
import { recordErrors } from '../record.errors.ts'
import { isVisible, type RecordRow, selectSql, valuesOf } from '../record-sql.ts'

interface Holder {
  readonly key: string
  /** The writer may know who holds the value. */
  readonly isSeen: boolean
}

type Values = Readonly<Record<string, unknown>>

/** The values of a record in a group of fields; null where one of them is empty. */
function claimOf(group: readonly string[], values: Values): string | null {
  const said = group.map((name) => values[name] ?? null)
  return said.includes(null) ? null : JSON.stringify([group, said])
}

/** The holders of unique values: existing records, then earlier rows of the same file. */
class UniqueValues {
  private readonly record: AnyRecord
  private readonly holders = new Map<string, Holder>()

  constructor(record: AnyRecord, writer: Pick<RecordWriter, 'principal'>, rows: readonly RecordRow[]) {
    this.record = record
    for (const row of rows) {
      const values = valuesOf(record, row)
      const holder = { key: String(values[record.key]), isSeen: isVisible(record, writer, row) }
      for (const group of uniqueGroups(record)) {
        const claim = claimOf(group, values)
        if (claim !== null) this.holders.set(claim, holder)
      }
    }
  }

  /** Claims a plan's values, or returns the refusals that name the holders. */
  refusals({ key, after }: Pick<Plan, 'key' | 'after'>): Refusal[] {
    const found = this.taken({ key, after })
    for (const group of uniqueGroups(this.record)) {
      const claim = claimOf(group, after ?? {})
      if (claim !== null && !this.holders.has(claim)) this.holders.set(claim, { key, isSeen: true })
    }
    return found
  }

  /** The refusals of values that somebody else holds. */
  taken({ key, after }: Pick<Plan, 'key' | 'after'>): Refusal[] {
    return uniqueGroups(this.record).flatMap((group) => {
      const claim = claimOf(group, after ?? {})
      const holder = claim === null ? undefined : this.holders.get(claim)
      if (!holder || holder.key === key) return []
      const [name = ''] = group
      const field = `@${recordText(this.record, `fields.${name}`)}`
      const value = group.map((each) => after?.[each]).join(' / ')
      return [recordErrors.taken({ field, value, key: holder.isSeen ? holder.key : '/' }, { field: name })]
    })
  }
}

/** Holders of the values in these contents; no query where nothing is unique. */
export async function readClaims(
  tx: Tx,
  record: AnyRecord,
  writer: Pick<RecordWriter, 'language' | 'principal'>,
  contents: readonly Values[],
): Promise<UniqueValues> {
  const rows: RecordRow[] = []
  for (const group of uniqueGroups(record)) {
    const asked = contents.flatMap((values) => {
      const said = group.map((name) => (typeof values[name] === 'string' ? values[name].trim() : ''))
      return said.some((each) => each === '' || each.includes('\u0000')) ? [] : [said]
    })
    if (asked.length === 0) continue
    const columns = group.map((name) => {
      const field = record.fields[name]!
      return field.refersTo ? `r_${name}.${codeColumnOf(field.refersTo)}` : `t.${columnFor(name, field)}`
    })
    const types = group.map((name) => (record.fields[name]!.refersTo ? 'text' : columnTypeFor(record.fields[name]!)))
    const given = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
    rows.push(
      ...(await tx.rows<RecordRow>({
        text: `${selectSql(record, writer.language)} where (${columns.join(', ')}) in (select * from unnest(${given}))`,
        values: group.map((_, index) => asked.map((said) => said[index])),
      })),
    )
  }
  return new UniqueValues(record, writer, rows)
}
