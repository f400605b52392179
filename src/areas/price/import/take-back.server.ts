import type { IntervalDefinition } from '#kernel/engine/interval/interval.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AppliedRow, Importer, UndoRow } from '#kernel/services/imports/import-definition.ts'
import { priceErrors } from '../price.errors.ts'

/** The document type under which an import stands in the history. */
export const IMPORTED = 'priceImport'

/** Number by which a run is named in lists and histories. */
export const runNo = ({ runId }: Importer): string => `PI${(runId ?? '').padStart(8, '0')}`

interface Obstacle {
  readonly row: number
  /** Number of the document that changed a key after the run, or that holds it now. */
  readonly changedBy: string | null
  readonly heldBy: string | null
}

interface Taking {
  readonly definition: IntervalDefinition
  /** Which rows `r` of the table the run $1 with the number $5 wrote. */
  readonly own: string
  /** The table of keys that documents in approval hold. */
  readonly holds: string | null
}

/**
 * Takes an import back: its rows are revoked, and what they had ended is restored, key by key as it stood before the run. A key that another
 * document changed since, or holds in approval, stands in the way.
 */
export function takingBack({ definition: { table, history, keys, values, ofKey = [] }, own, holds }: Taking) {
  const name = `price.${table}.take-back`
  const ofRun = `c.document_type = '${IMPORTED}' and c.document_id = $1`
  // Of one key or row: the sum keeps the planner from reading all changes of the run for each of them.
  const ofRunHere = `c.document_type = '${IMPORTED}' and c.document_id + 0 = $1`
  // A key that several rows of the file are about is taken back once.
  const lock = prepared<{ id: number }>(
    `${name}.lock`,
    `select k.id from ${keys} k where k.id in (select c.key_id from ${history} c where ${ofRun} and c.line_no = any ($2::int[]))
       and not exists (select from ${history} c where c.key_id = k.id and ${ofRunHere} and c.act = 'revoke') order by k.id for update`,
  )
  const obstacles = prepared<Obstacle>(
    `${name}.obstacles`,
    `select o.line_no as row,
       (select coalesce(c.document_no, c.document_type) from ${history} c where c.key_id = o.key_id and c.id > o.last
          and (${ofRunHere}) is not true order by c.id limit 1) as "changedBy",
       ${holds ? `(select h.document_no from ${holds} h where h.key_id = o.key_id limit 1)` : 'null::text'} as "heldBy"
     from (select c.line_no, c.key_id, max(c.id) as last from ${history} c
       where ${ofRun} and c.line_no = any ($2::int[]) and c.act = 'put' group by 1, 2) o`,
  )
  // The database function writes the columns of the key by itself.
  const ofKeys = ofKey.map(() => ', null').join('')
  const put = (act: string, mode: string, row: string, from: string) =>
    prepared(
      `${name}.${act}`,
      `select ${table}_put(array_agg(row(${row}${ofKeys})::${table} order by b.key_id, b.valid_from), array_agg('${mode}'::text), array_agg('${act}'::text),
         array_agg(b.line order by b.key_id, b.valid_from), $3, $4, '${IMPORTED}', $1, $5, null)
       from (select r.*, (select min(c.line_no) from ${history} c where c.key_id = r.key_id and ${ofRunHere}) as line,
           (select max(x.version) + 1 from ${table} x where x.key_id = r.key_id and x.row_id = r.row_id) as next
         from ${table} r where r.key_id = any ($2::int[]) and ${from}) b`,
    )
  const revoke = put(
    'revoke',
    'clear',
    `null, null, null, b.key_id, b.valid_from, b.valid_to, null, null, null${values.map(() => ', null').join('')}`,
    `r.known_until is null and ${own} and $5::text is not null`,
  )
  // What the run ended and had not written itself.
  const restore = put(
    'restore',
    'temporary',
    `null, b.row_id, b.next, b.key_id, b.valid_from, b.valid_to, null, null, null${values.map((column) => `, b.${column}`).join('')}`,
    `exists (select from ${history} c where c.before_id = r.id and ${ofRunHere}) and not exists (select from ${history} c where c.after_id = r.id and ${ofRunHere})`,
  )
  return async function takeBack(tx: Tx, importer: Importer, rows: readonly UndoRow[]): Promise<readonly AppliedRow[]> {
    const [run, lines] = [importer.runId, rows.map(({ row }) => row)]
    const keyIds = (await tx.rows(lock(run, lines))).map(({ id }) => id)
    const found = await tx.rows(obstacles(run, lines))
    const inTheWay = new Map(found.map((each) => [each.row, refusalOf(each)]))
    if (found.every((each) => refusalOf(each) === null)) {
      const act = [run, keyIds, importer.now, importer.principal.userId, runNo(importer)] as const
      await tx.run(revoke(...act))
      await tx.run(restore(...act))
    }
    return rows.map(({ row }) => {
      const refusal = inTheWay.get(row)
      return refusal ? { row, refusal } : { row, undo: null }
    })
  }
}

function refusalOf({ changedBy, heldBy }: Obstacle): Refusal | null {
  if (changedBy) return priceErrors.changedSince({ no: changedBy })
  return heldBy ? priceErrors.held({ no: heldBy }) : null
}
