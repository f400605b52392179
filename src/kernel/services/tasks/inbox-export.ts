import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, inTurn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ListExport } from '#kernel/platform/exports/list-export.ts'
import { type ServerDocument, viewRights } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exports as exportsEn } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as exportsZh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { inbox as en } from './locale/inbox.en.ts'
import { inbox as zh } from './locale/inbox.zh.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { inboxFilters, questionOf, readerOf } from './inbox-filters.ts'
import { inboxAll, inboxCount } from './inbox-query.ts'
import type { InboxRecord } from './inbox-question.ts'
import { type DocumentsByName, inboxRows, OVERSEE } from './inbox-rows.ts'
import type { InboxRow } from './inbox-schemas.ts'
import { type Box, BOXES, INBOX_SORTS } from './inbox-wire.ts'

const texts = overridableTexts('inbox', { en, zh })
const words = wordsOf(texts)
const more = wordsOf(overridableTexts('exports', { en: exportsEn, zh: exportsZh }))
const task = (name: 'no' | 'titleColumn' | 'step' | 'drafter' | 'amount' | 'facts') => (language: Language) =>
  kernelTexts(language).page.tasks[name]

/** A row with its texts in the reader's language. */
interface Row extends InboxRow {
  readonly language: Language
  readonly isOverdue: boolean
}

/** The exports of the inbox: each box is a list with the columns of the box. */
export function inboxExports(documents: readonly ServerDocument[]): readonly ListExport[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  return BOXES.map((box) => boxExport(box, byName))
}

/** The unique key of a row in each box: the task, the copy, or the approval. */
const KEYS: Readonly<Record<Box, string>> = {
  open: 'task_id',
  done: 'task_id',
  copies: 'copy_id',
  mine: 'form_instance_id',
  all: 'form_instance_id',
}

function boxExport(box: Box, documents: DocumentsByName): ListExport {
  return {
    name: `tasks.${box}`,
    path: `/aps/task/${box}/export`,
    key: KEYS[box],
    filters: inboxFilters,
    isClosed: true,
    viewRight: box === 'all' ? OVERSEE : 'approval.task.view',
    right: box === 'all' ? 'approval.monitor.export' : 'approval.task.export',
    readsBy: viewRights([...documents.values()]),
    title: (language) => `${kernelTexts(language).page.tasks.title} - ${texts[language].boxes[box]}`,
    filterTitle,
    columns: columnsOf(box),
    async query(tx, reader, { filters, sort }) {
      const [order] = sort
      if (order !== undefined && !(order in INBOX_SORTS))
        throw new Refused(httpErrors.invalidField({ field: 'sort', reason: order }, { field: 'sort' }))
      const asked = { ...filters, box, ...(order === undefined ? {} : { order: INBOX_SORTS[order] }) }
      const question = await questionOf(tx, reader, documents, asked)
      const who = readerOf(reader, documents, box)
      const now = reader.now.getTime()
      return {
        rows: inboxAll(question, who),
        count: inboxCount(question, who),
        rowsOf: async (rows) => {
          const shown = await inboxRows(inTurn(tx), reader, documents, box, rows as unknown as InboxRecord[])
          return shown.map((row) => ({ ...row, language: reader.language, isOverdue: isOver(row, now) }))
        },
      }
    },
  }
}

const column = (key: string, kind: CellKind, title: ExportColumn['title'], value: (row: Row) => CellInput) =>
  exportColumn<Row>(key, kind, title, value)

/** By the keys of the list on the screen (console/tasks/columns.tsx); a growing time is exported as its start. */
function columnsOf(box: Box): readonly ExportColumn[] {
  const isTasks = box === 'open' || box === 'done'
  const columns: readonly (ExportColumn | false)[] = [
    column('no', 'code', task('no'), (row) => row.documentNo),
    column('title', 'text', task('titleColumn'), (row) => row.title),
    exportColumn<Row>('amount', 'amount', task('amount'), (row) => row.amount, { beside: 'currency' }),
    column('currency', 'code', more('currency'), (row) => row.currency),
    box !== 'mine' && column('drafter', 'text', task('drafter'), (row) => row.drafterName),
    column('step', 'text', task('step'), (row) => row.stepName),
    box === 'done' && column('decision', 'text', words('columns.decision'), decisionText),
    box !== 'open' && column('state', 'text', words('columns.state'), stateText),
    box !== 'open' && column('holder', 'text', words('columns.holder'), holdersText),
    box === 'copies' && column('sender', 'text', words('columns.sender'), (row) => row.senderName),
    box === 'copies' && column('message', 'text', words('columns.message'), (row) => row.message),
    box === 'done' && column('handled', 'instant', words('columns.handled'), (row) => moment(row.endedAt)),
    box !== 'done' &&
      column('waiting', 'instant', more('waitingSince'), (row) =>
        moment(box === 'open' ? row.createdAt : row.waitingSince),
      ),
    box !== 'done' && column('limit', 'instant', more('limitAt'), limitOf),
    box === 'copies' && column('copied', 'instant', words('columns.copied'), (row) => moment(row.createdAt)),
    column('started', 'instant', words('columns.started'), (row) => moment(row.startedAt)),
    !isTasks && column('ended', 'instant', words('columns.ended'), (row) => moment(row.endedAt)),
    column('type', 'text', words('columns.type'), (row) => row.typeLabel),
    column('organisation', 'text', words('columns.organisation'), (row) => row.organisationName),
    column('facts', 'text', task('facts'), (row) =>
      row.facts.map(({ label, value }) => `${label} ${value}`).join(' · '),
    ),
    column('marks', 'text', more('marks'), marksText),
  ]
  return columns.filter((each) => each !== false)
}

function decisionText({ language, decision }: Row): string | null {
  return decision && texts[language].decisions[decision]
}

function stateText({ language, state }: Row): string {
  return texts[language].states[state]
}

function holdersText({ language, currentHolder }: Row): string {
  return currentHolder
    .map(({ name, principalName }) =>
      principalName ? `${name} (${interpolate(texts[language].forBeneficiary, { name: principalName })})` : name,
    )
    .join(', ')
}

/** The next time limit of a waiting task. */
function limitOf(row: InboxRow): Date | null {
  const ends = [row.remindAt, row.escalateAt].filter((end) => end !== null).toSorted()
  return row.state === 'running' ? moment(ends[0]) : null
}

function isOver(row: InboxRow, now: number): boolean {
  const end = limitOf(row)
  return row.box !== 'done' && end !== null && end.getTime() <= now
}

/** Why it is listed, and its urgency. */
function marksText(row: Row): string {
  const say = texts[row.language]
  const marks = [
    !row.isRead && (row.box === 'open' || row.box === 'copies') && say.unread,
    row.isUrged && say.urged,
    row.isOverdue && say.overdue,
    row.isParked && say.parked,
    row.taskId !== '' && say.kinds[row.kind],
    row.principalName !== null && interpolate(say.forBeneficiary, { name: row.principalName }),
  ]
  return marks.filter(Boolean).join(', ')
}

const bound = (path: 'filters.created' | 'filters.ended', sign: string) => (language: Language) =>
  `${words(path)(language)} ${sign}`

const FILTERS: Readonly<Record<string, (language: Language) => string>> = {
  documentType: words('columns.type'),
  no: task('no'),
  text: words('filters.text'),
  drafter: words('filters.drafter'),
  organisation: words('filters.organisation'),
  currency: words('filters.currency'),
  amountFrom: words('filters.amountFrom'),
  amountTo: words('filters.amountTo'),
  step: words('filters.step'),
  createdFrom: bound('filters.created', '>='),
  createdTo: bound('filters.created', '<='),
  endedFrom: bound('filters.ended', '>='),
  endedTo: bound('filters.ended', '<='),
  waitingHours: words('filters.waiting'),
  state: words('columns.state'),
  overdue: words('overdue'),
  urged: words('urged'),
  unread: words('unread'),
  parked: words('parked'),
}

function filterTitle(language: Language, filter: string): string {
  return FILTERS[filter]?.(language) ?? filter
}
