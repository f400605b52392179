import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Reason } from '#kernel/services/downloads/download-task.ts'
import { fileErrors } from '#kernel/platform/files/attachment.errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { ImportDefinition } from './import-definition.ts'
import { countAsked, countProblems, type KeptRow, type RowProblem } from './import-rows.ts'
import { type ImportRun, isAtWork, pendingRows, sameFile } from './import-run.ts'
import type { ImportColumnView, ImportValues, ImportRowView, ImportRunView } from './import-wire.ts'
import type { ImportState } from '#kernel/services/downloads/import-card.ts'
import { keptUntil, originalKey } from '#kernel/services/downloads/import-card.ts'
import { importErrors } from './imports.errors.ts'

const FAULTS: readonly (string | undefined)[] = [importErrors.gaveUp({ attempts: 0 }).key, fileErrors.storeAway().key]

/** The acts that the person may now perform on a run. Each act checks it again. */
export function possible(run: ImportRun, { isWhole }: Pick<ImportDefinition, 'isWhole'>): ImportRunView['can'] {
  const { state } = run
  const isKept = run.purged_at === null
  const isEnded = state === 'stopped' || state === 'done'
  // A whole document was made once: a row that was left out then cannot be added.
  const isMade = isWhole === true && run.rows_applied > 0
  const mayStart = pendingRows(run) > 0 && isKept && !isMade && !(isWhole && run.rows_bad > 0)
  return {
    run: state === 'checked' && mayStart,
    edit:
      isKept && !isMade && (state === 'checked' || (isEnded && pendingRows(run) + run.rows_bad + run.rows_removed > 0)),
    cancel: isAtWork(run),
    resume: isEnded && mayStart,
    undo: isEnded && isKept && run.rows_applied > 0,
    discard: state === 'checked' || state === 'failed' || (state === 'stopped' && run.rows_applied === 0),
    errors: isKept && run.rows_bad > 0 && state !== 'reading',
  }
}

export async function runView(
  tx: Tx,
  run: ImportRun,
  definition: ImportDefinition,
  { principal, language, now }: Pick<RequestContext, 'principal' | 'language' | 'now'>,
): Promise<ImportRunView> {
  const { rows_create: create, rows_update: update, rows_same: same, rows_bad: bad } = run
  const isReading = run.state === 'reading'
  const made = await madeDocuments(tx, run, definition)
  const can = await possibleNow(tx, run, definition)
  return {
    importId: run.id,
    taskId: run.task_id,
    kind: run.kind,
    title: definition.title(language),
    params: run.params,
    fileName: run.file_name,
    fileSize: run.file_size,
    fileKey: originalKey(run),
    state: run.state,
    mode: run.mode,
    version: run.version,
    isWhole: definition.isWhole ?? false,
    hasParts: definition.parts !== undefined,
    columns: columnViews(definition, run, language).flatMap((column) => [
      column,
      ...figureViews(definition, column.key, principal, language),
    ]),
    rows: {
      total: isReading ? run.rows_done : create + update + same + bad + run.rows_removed,
      good: create + update + same,
      bad,
      create,
      update,
      same,
      applied: run.rows_applied,
      undone: run.state === 'undoing' ? run.rows_done : run.rows_undone,
      kept: await keptRows(tx, run),
      asked: isReading || run.purged_at ? 0 : ((await tx.first(countAsked(run.id)))?.total ?? 0),
    },
    ...pace(run, now),
    warnings: run.warnings.map((warning) => refusalText(language, warning)),
    reason: run.reason && refusalText(language, run.reason),
    isFault: FAULTS.includes(run.reason?.key),
    duplicate: await duplicateOf(tx, run, language),
    // What was taken back on its own page is not taken back again.
    can: { ...can, undo: can.undo && !(made.length > 0 && made.every(({ isTakenBack }) => isTakenBack)) },
    createTime: run.created_at.toISOString(),
    updateTime: run.updated_at.toISOString(),
    resultUrl: run.state === 'undone' ? null : run.result_url,
    made,
    keptUntil: run.purged_at ? null : keptUntil(run).toISOString(),
  }
}

/** As {@link possible}; documents that were handed in since keep the run from being taken back, as a whole. */
async function possibleNow(tx: Tx, run: ImportRun, definition: ImportDefinition): Promise<ImportRunView['can']> {
  const can = possible(run, definition)
  const { document } = definition.parts ?? {}
  if (!can.undo || !document) return can
  const submitted = await tx.first<{ no: string }>({
    text: `select d.no from import_applied a join ${document.table} d on d.id = (a.made ->> 'id')::bigint
           where a.run_id = $1 and a.undone_at is null and d.state <> $2 limit 1`,
    values: [run.id, document.initial],
  })
  return { ...can, undo: submitted === undefined }
}

/** Documents that a page names. */
const MOST_NAMED = 20

/** The documents that the rows of a run went into and are in still, and which of them somebody took back on their own pages. */
async function madeDocuments(tx: Tx, run: ImportRun, { makes }: ImportDefinition): Promise<ImportRunView['made']> {
  if (!makes || run.rows_applied === 0) return []
  const { document, takenBack } = makes
  const rows = await tx.rows<{ id: string; no: string; state: string; round: number }>({
    text: `select d.id::text, d.no, d.state, d.round from (select distinct (made ->> 'id')::bigint as id from import_applied
             where run_id = $1 and undone_at is null) a join ${document.table} d on d.id = a.id order by d.id limit ${MOST_NAMED}`,
    values: [run.id],
  })
  return rows.map(({ id, no, state, round }) => ({
    no,
    address: withQuery(document.pages.pc, { formInstanceId: formInstanceId({ documentId: id, round }) }),
    isTakenBack: state === takenBack,
  }))
}

/** Counted only after a failed attempt. */
async function keptRows(tx: Tx, run: ImportRun): Promise<number> {
  if (run.reason?.key !== importErrors.dependedOn({ rows: '' }).key || run.purged_at) return 0
  return ((await tx.first(countProblems(run.id)))?.total ?? 0) - run.rows_bad
}

function columnViews(definition: ImportDefinition, run: ImportRun, language: Language): ImportColumnView[] {
  return definition.columns(run.params).map(({ key, titles, kind, required, requiredIfNew = false, words }) => ({
    key,
    title: titles[language],
    kind,
    required: required || requiredIfNew,
    ...(words
      ? { words: Object.fromEntries(Object.entries(words).map(([code, word]) => [code, word[language]])) }
      : {}),
  }))
}

/** Figures of the rows, for whoever holds the right to each anywhere; of a row where it is not held there are none. */
function figureViews(
  { figures = [] }: ImportDefinition,
  beside: string,
  principal: RequestContext['principal'],
  language: Language,
): ImportColumnView[] {
  return figures
    .filter(({ right, after }) => after === beside && (right === undefined || may(principal, right)))
    .map(({ key, titles }) => ({ key, title: titles[language], kind: 'amount', required: false, isFigure: true }))
}

/** Progress of the phase, and the estimated time left. */
function pace(run: ImportRun, now: Date): Pick<ImportRunView, 'progress' | 'secondsLeft'> {
  const { rows_done: done, rows_to_do: toDo } = run
  if (!isAtWork(run) || !toDo) return { progress: null, secondsLeft: null }
  const elapsed = Math.max(0, (now.getTime() - run.phase_at.getTime()) / 1000)
  const left = done > 0 ? Math.ceil((elapsed / done) * Math.max(0, toDo - done)) : null
  return { progress: Math.min(1, done / toDo), secondsLeft: left }
}

/** Of another person's run only who and when are shown. */
export async function duplicateOf(
  tx: Tx,
  run: Pick<ImportRun, 'id' | 'kind' | 'file_sha256' | 'user_id'>,
  language: Language,
): Promise<ImportRunView['duplicate']> {
  const same = await tx.first(sameFile(run.kind, run.file_sha256, run.id, run.user_id))
  if (!same) return null
  return {
    importId: same.user_id === run.user_id ? same.id : null,
    by: language === 'zh' ? same.name_zh : same.name_en,
    at: same.created_at.toISOString(),
    state: same.state satisfies ImportState,
  }
}

/**
 * Most characters of all texts in one answer. A usual page of rows has some ten thousand; five hundred rows of huge
 * texts would come to 100 MB.
 */
const MOST_CHARACTERS = 2_000_000

/** Rows as a page shows them. Where their texts exceed an answer's limit, each is cut. */
export function rowViews(
  rows: readonly KeptRow[],
  { figures = [] }: Pick<ImportDefinition, 'figures'>,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
): ImportRowView[] {
  const hidden = figures.flatMap(({ key, right }) => (right === undefined || may(principal, right) ? [] : key))
  const views = rows.map((row) => rowView(row, hidden, language))
  const texts = views.flatMap(({ texts: now, before, after }) =>
    [now, before ?? {}, after ?? {}].flatMap((each) => Object.values(each)),
  )
  const total = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
  if (total <= MOST_CHARACTERS) return views
  const most = Math.floor(MOST_CHARACTERS / texts.length)
  return views.map((view) => ({
    ...view,
    texts: shortened(view.texts, most),
    before: view.before && shortened(view.before, most),
    after: view.after && shortened(view.after, most),
  }))
}

function shortened<T extends Readonly<Record<string, string | null>>>(values: T, most: number): T {
  const cut = Object.entries(values).map(([name, text]) => [
    name,
    text !== null && text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text,
  ])
  return Object.fromEntries(cut) as T
}

/** Figures whose right was lost since the rows were read are left out. */
const without = (values: ImportValues | null, hidden: readonly string[]): ImportValues | null =>
  values && Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.includes(key)))

function rowView(row: KeptRow, hidden: readonly string[], language: Language): ImportRowView {
  return {
    row: row.row,
    texts: { ...row.texts, ...row.edited },
    action: row.action,
    before: without(row.before, hidden),
    after: without(row.after, hidden),
    errors: (row.errors ?? []).map((problem) => problemView(problem, language)),
    warnings: (row.warnings ?? []).map((problem) => problemView(problem, language)),
    isEdited: row.edited !== null,
    isApplied: row.is_applied,
    made: row.made,
  }
}

function problemView(problem: RowProblem, language: Language) {
  const { column, key, asks } = problem
  return { column, key, msg: messageOf(problem, language), ...(asks ? { asks } : {}) }
}

export function messageOf(problem: Reason, language: Language): string {
  return refusalText(language, problem)
}
