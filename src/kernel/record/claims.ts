import type { Tx } from '#kernel/db/tx.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type AnyRecord, codeColumnOf, columnFor, recordText } from './definition.ts'
import type { Plan, Writer } from './plan-records.ts'
import { recordErrors } from './record.errors.ts'
import { isVisible, type RecordRow, selectSql, valuesOf } from './record-sql.ts'

interface Holder {
  readonly key: string
  /** The writer may know whose it is. */
  readonly isSeen: boolean
}

/** Who has which value of the fields that no two records share: those that are there, then those of the same file. */
class Claims {
  private readonly record: AnyRecord
  private readonly holders = new Map<string, Holder>()

  constructor(record: AnyRecord, writer: Pick<Writer, 'principal'>, rows: readonly RecordRow[]) {
    this.record = record
    for (const row of rows) {
      const values = valuesOf(record, row)
      const holder = { key: String(values[record.key]), isSeen: isVisible(record, writer, row) }
      for (const [name] of uniqueFields(record)) this.holders.set(`${name} ${values[name]}`, holder)
    }
  }

  /** Takes what a plan says, or answers whose it is. */
  refusals({ key, after }: Plan): Refusal[] {
    return uniqueFields(this.record).flatMap(([name]) => {
      const value = after?.[name] ?? null
      if (value === null) return []
      const holder = this.holders.get(`${name} ${value}`) ?? { key, isSeen: true }
      this.holders.set(`${name} ${value}`, holder)
      const field = `@${recordText(this.record, `fields.${name}`)}`
      const called = holder.isSeen ? holder.key : '/'
      return holder.key === key ? [] : [recordErrors.taken({ field, value, key: called }, { field: name })]
    })
  }
}

function uniqueFields({ fields }: AnyRecord) {
  return Object.entries(fields).filter(([, { isUnique }]) => isUnique)
}

/** The holders of the values that these contents name; no question at all where nothing is unique. */
export async function readClaims(
  tx: Tx,
  record: AnyRecord,
  writer: Pick<Writer, 'language' | 'principal'>,
  contents: readonly Readonly<Record<string, unknown>>[],
): Promise<Claims> {
  const rows: RecordRow[] = []
  for (const [name, field] of uniqueFields(record)) {
    const given = contents.flatMap((values) => (typeof values[name] === 'string' ? [values[name].trim()] : []))
    const asked = [...new Set(given)].filter((value) => value !== '' && !value.includes('\u0000'))
    if (asked.length === 0) continue
    const { reference } = field
    const column = reference ? `r_${name}.${codeColumnOf(reference)}` : `t.${columnFor(name, field)}`
    rows.push(
      ...(await tx.rows<RecordRow>({
        text: `${selectSql(record, writer.language)} where ${column} = any ($1::text[])`,
        values: [asked],
      })),
    )
  }
  return new Claims(record, writer, rows)
}
