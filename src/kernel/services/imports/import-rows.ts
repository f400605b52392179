import { type ManyColumn, manyRows } from '#kernel/platform/db/many-rows.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Reason } from '#kernel/services/downloads/download-task.ts'
import type { Cell } from '#kernel/platform/excel/cell.ts'
import type { MadeDocument } from './import-definition.ts'
import type { ImportAction, ImportValues } from './import-wire.ts'

export type RowAction = ImportAction | 'bad' | 'removed'

/** An error of a cell, or of the row where `column` is empty. */
export interface RowProblem extends Reason {
  readonly column: string
  /** The row is written only once a person has confirmed it with a reason. */
  readonly asks?: true
}

/** A row as stored. */
export interface StagedRow {
  readonly row: number
  readonly texts: Readonly<Record<string, string>>
  /** Kinds of the cells that are no text: a corrected cell is text, an unedited one keeps its kind. */
  readonly kinds: Readonly<Record<string, Cell['kind']>> | null
  readonly edited: Readonly<Record<string, string>> | null
  readonly parsed: ImportValues | null
  readonly action: RowAction
  readonly key: string | null
  readonly before: ImportValues | null
  readonly after: ImportValues | null
  readonly basis: unknown
  /** For a file whose rows become several documents. */
  readonly part: string | null
  readonly errors: readonly RowProblem[] | null
  readonly warnings: readonly RowProblem[] | null
}

export interface KeptRow extends StagedRow {
  readonly is_applied: boolean
  readonly made: MadeDocument | null
}

const FIELDS = `row int, texts jsonb, kinds jsonb, edited jsonb, parsed jsonb, action text, key text, before jsonb, after jsonb, basis jsonb, part text,
  errors jsonb, warnings jsonb`
const NAMES = 'row, texts, kinds, edited, parsed, action, key, before, after, basis, part, errors, warnings'

/** Many rows in one statement. */
export function stageRows(runId: string, rows: readonly StagedRow[]): Statement {
  const column = (name: keyof StagedRow, type: string) => ({ name, type, values: rows.map((row) => row[name] ?? null) })
  return insertRows('insert into import_row', runId, [
    column('row', 'int'),
    column('texts', 'jsonb'),
    column('kinds', 'jsonb'),
    column('edited', 'jsonb'),
    column('parsed', 'jsonb'),
    column('action', 'text'),
    column('key', 'text'),
    column('before', 'jsonb'),
    column('after', 'jsonb'),
    column('basis', 'jsonb'),
    column('part', 'text'),
    column('errors', 'jsonb'),
    column('warnings', 'jsonb'),
  ])
}

/** Inserts rows of a run. */
function insertRows(into: string, runId: string, columns: readonly ManyColumn[]): Statement {
  const run = { name: 'run_id', type: 'bigint', values: columns[0]!.values.map(() => runId) }
  const { list, from, values } = manyRows([...columns, run])
  return {
    text: `${into} (${columns.map(({ name }) => name).join(', ')}, run_id) select ${list.join(', ')} from ${from}`,
    values,
  }
}

const restage = prepared(
  'imports.restage',
  `update import_row i set edited = r.edited, parsed = r.parsed, action = r.action, key = r.key, before = r.before, after = r.after, basis = r.basis,
     part = r.part, errors = r.errors, warnings = r.warnings
   from json_to_recordset($2::json) as r (${FIELDS}) where i.run_id = $1 and i.row = r.row`,
)
export function restageRows(runId: string, rows: readonly StagedRow[]): Statement {
  return restage(runId, JSON.stringify(rows))
}

export const forgetRows = prepared('imports.forget-rows', 'delete from import_row where run_id = $1')
export const forgetApplied = prepared('imports.forget-applied', 'delete from import_applied where run_id = $1')

const QUALIFIED = NAMES.split(', ')
  .map((name) => `i.${name}`)
  .join(', ')
const keptRows = (chosen: string) => `select ${QUALIFIED}, a.row is not null and a.undone_at is null as is_applied,
     case when a.undone_at is null then a.made end as made
   from ${chosen} i left join import_applied a on a.run_id = $1 and a.row = i.row order by i.row`
/** An invalid row, or a written one that could not be undone. */
const HAS_PROBLEM = 'errors is not null'
/** A row that is written only with a reason, and is not written yet. */
const ASKS = `action in ('create', 'update') and warnings @> '[{"asks": true}]' and not exists (
  select from import_applied a where a.run_id = $1 and a.row = import_row.row and a.undone_at is null)`

export const ROW_CHOICES = ['all', 'asked', 'bad', 'create', 'update', 'same', 'removed'] as const
export type RowChoice = (typeof ROW_CHOICES)[number]

const pages: Readonly<Record<RowChoice, ReturnType<typeof prepared<KeptRow>>>> = {
  all: pageOf('all', 'true'),
  asked: pageOf('asked', ASKS),
  bad: pageOf('bad', HAS_PROBLEM),
  create: pageOf('create', `action = 'create'`),
  update: pageOf('update', `action = 'update'`),
  same: pageOf('same', `action = 'same'`),
  removed: pageOf('removed', `action = 'removed'`),
}
/** Only rows of the page are joined further. */
function pageOf(name: string, condition: string) {
  return prepared<KeptRow>(
    `imports.rows-${name}`,
    keptRows(`(select * from import_row where run_id = $1 and ${condition} order by row limit $2 offset $3)`),
  )
}
export function rowPage(runId: string, show: RowChoice, limit: number, offset: number): Statement<KeptRow> {
  return pages[show](runId, limit, offset)
}
export const countProblems = prepared<{ total: number }>(
  'imports.count-problems',
  `select count(*)::int as total from import_row where run_id = $1 and ${HAS_PROBLEM}`,
)
export const countAsked = prepared<{ total: number }>(
  'imports.count-asked',
  `select count(*)::int as total from import_row where run_id = $1 and ${ASKS}`,
)
/** The next of all rows, for the result file. */
export const rowsAfter = prepared<KeptRow>(
  'imports.rows-after',
  keptRows(`(select * from import_row where run_id = $1 and row > $2 order by row limit $3)`),
)
/** The next of the invalid rows, for the error file. */
export const problemsAfter = prepared<KeptRow>(
  'imports.problems-after',
  keptRows(`(select * from import_row where run_id = $1 and row > $2 and ${HAS_PROBLEM} order by row limit $3)`),
)
export const rowsByNumber = prepared<KeptRow>(
  'imports.rows-by-number',
  keptRows('(select * from import_row where run_id = $1 and row = any($2::int[]))'),
)

const DUPLICATE = `jsonb_build_array(jsonb_build_object('column', '', 'key', 'imports.duplicateKey', 'params', jsonb_build_object('row', d.first)))`
const duplicates = (of: string) =>
  `update import_row r set action = 'bad', errors = ${DUPLICATE}
   from (select key, min(row) as first from import_row where run_id = $1 and key ${of} group by key having count(*) > 1) d
   where r.run_id = $1 and r.key ${of} and r.key = d.key and r.row > d.first
     and (r.action <> 'bad' or r.errors is distinct from ${DUPLICATE}) returning r.row`
/** The planner has no statistics yet on the rows of a run just read: row by row it would scan all of them for each. */
export const joinAtOnce = prepared('imports.join-at-once', 'set local enable_nestloop = off')
/** Of rows with one key the first counts; the others are refused and name it. */
export const refuseDuplicates = prepared<{ row: number }>('imports.refuse-duplicates', duplicates('is not null'))
/** The same among rows with these keys. */
export const refuseDuplicatesOf = prepared<{ row: number }>(
  'imports.refuse-duplicates-of',
  duplicates('= any($2::text[])'),
)
/** Rows that were refused for a key that no earlier row has any more. */
export const noLongerDuplicates = prepared<{ row: number }>(
  'imports.no-longer-duplicates',
  `select r.row from import_row r where r.run_id = $1 and r.key = any($2::text[]) and r.action = 'bad' and not exists (
     select from import_row o where o.run_id = $1 and o.key = any($2::text[]) and o.key = r.key and o.row < r.row) order by r.row`,
)

export const recount = prepared(
  'imports.recount',
  `update import_run r set rows_create = c.creates, rows_update = c.updates, rows_same = c.sames, rows_bad = c.bads, rows_removed = c.removed
   from (select count(*) filter (where action = 'create') as creates, count(*) filter (where action = 'update') as updates,
           count(*) filter (where action = 'same') as sames, count(*) filter (where action = 'bad') as bads,
           count(*) filter (where action = 'removed') as removed
         from import_row where run_id = $1) c
   where r.id = $1`,
)

export interface PendingImportRow {
  readonly row: number
  readonly parsed: ImportValues
  readonly action: 'create' | 'update'
  readonly key: string
  readonly basis: unknown
}
// Rows to process are selected by ranges of numbers, never as 'the next thousand': the planner has no statistics on
// what a run just changed, and might scan all remaining rows each time.
export const rowSpan = prepared<{ first: number; last: number }>(
  'imports.row-span',
  'select coalesce(min(row), 1) as first, coalesce(max(row), 0) as last from import_row where run_id = $1',
)
/** The valid rows of each part, parts in the order of the file. */
export const rowsOfParts = prepared<{ rows: readonly number[] }>(
  'imports.rows-of-parts',
  `select array_agg(row order by row) as rows from import_row
   where run_id = $1 and part is not null and action in ('create', 'update') group by part order by min(row)`,
)
export interface PartRow {
  readonly part: string
  readonly rows: number
  readonly bad: number
  readonly amount: string | null
  readonly made: readonly MadeDocument[]
}
/** The resulting documents: number of rows, amount, and the documents that got them. */
export const partsOf = prepared<PartRow>(
  'imports.parts',
  `select i.part, (count(*) filter (where i.action in ('create', 'update')))::int as rows, (count(*) filter (where i.action = 'bad'))::int as bad,
     (sum((i.parsed ->> $2)::numeric) filter (where i.action in ('create', 'update')))::text as amount,
     coalesce(jsonb_agg(distinct a.made) filter (where a.made is not null), '[]') as made
   from import_row i left join import_applied a on a.run_id = $1 and a.row = i.row and a.undone_at is null
   where i.run_id = $1 and i.part is not null and i.action <> 'removed' group by i.part order by i.part limit $3`,
)
export const countParts = prepared<{ total: number }>(
  'imports.count-parts',
  `select count(distinct part)::int as total from import_row where run_id = $1 and part is not null and action in ('create', 'update')`,
)
/** Rows still to be written, in the order of the file. */
export const pendingBetween = prepared<PendingImportRow>(
  'imports.pending-between',
  `select i.row, i.parsed, i.action, i.key, i.basis from import_row i
   where i.run_id = $1 and i.row between $2 and $3 and i.action in ('create', 'update') and not exists (
     select from import_applied a where a.run_id = $1 and a.row = i.row and a.row between $2 and $3 and a.undone_at is null)
   order by i.row`,
)
export interface DoneRow {
  readonly row: number
  readonly undo: unknown
  readonly made: MadeDocument | null
}

export function markApplied(runId: string, rows: readonly DoneRow[], at: Date): Statement {
  return insertRows('insert into import_applied', runId, [
    { name: 'row', type: 'int', values: rows.map(({ row }) => row) },
    { name: 'undo', type: 'jsonb', values: rows.map(({ undo }) => undo), keepsNull: true },
    { name: 'made', type: 'jsonb', values: rows.map(({ made }) => made) },
    { name: 'applied_at', type: 'timestamptz', values: rows.map(() => at) },
  ])
}
const refuse = prepared(
  'imports.refuse',
  `update import_row i set action = case when $3 then 'bad' else i.action end, errors = r.errors
   from json_to_recordset($2::json) as r (row int, errors jsonb) where i.run_id = $1 and i.row = r.row`,
)
/** Stores the results of writing (`isBad`: they are now invalid) or undoing. */
export function refuseRows(
  runId: string,
  rows: readonly { row: number; errors: readonly RowProblem[] }[],
  isBad: boolean,
): Statement {
  return refuse(runId, JSON.stringify(rows), isBad)
}
/** A new attempt to undo begins without the errors of the last one. */
export const forgetUndoProblems = prepared(
  'imports.forget-undo-problems',
  `update import_row set errors = null where run_id = $1 and action in ('create', 'update') and errors is not null`,
)

/** The same among these rows, restricted on both sides. */
export const pendingAmong = prepared<PendingImportRow>(
  'imports.pending-among',
  `select i.row, i.parsed, i.action, i.key, i.basis from import_row i
   where i.run_id = $1 and i.row = any ($2::int[]) and i.action in ('create', 'update') and not exists (
     select from import_applied a where a.run_id = $1 and a.row = i.row and a.row = any ($2::int[]) and a.undone_at is null)
   order by i.row`,
)

export interface WrittenRow {
  readonly row: number
  readonly key: string
  readonly action: 'create' | 'update'
  readonly undo: unknown
}
/**
 * Written rows from the last to the first, since a later row may depend on an earlier one. Each row is looked up by its number: both tables
 * were just filled, and without statistics the planner takes them for empty and compares every row with every other.
 */
const written = (rows: string) =>
  `select a.row, i.key, i.action, a.undo from import_applied a
   cross join lateral (select key, action from import_row where run_id = $1 and row = a.row offset 0) i
   where a.run_id = $1 and ${rows} and a.undone_at is null order by a.row desc`
export const writtenBetween = prepared<WrittenRow>('imports.written-between', written('a.row between $2 and $3'))
export const writtenAmong = prepared<WrittenRow>('imports.written-among', written('a.row = any ($2::int[])'))
export const markUndone = prepared(
  'imports.mark-undone',
  'update import_applied set undone_at = $3 where run_id = $1 and row = any($2::int[])',
)
