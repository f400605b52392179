import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, inTurn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ListExport } from '#kernel/platform/exports/list-export.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { absencePage as en } from './locale/absence-page.en.ts'
import { absencePage as zh } from './locale/absence-page.zh.ts'
import { exports as exportsEn } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as exportsZh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { absenceCount, absencePage, type AbsenceRow, type Whose } from './absence.queries.ts'
import { absenceWire } from './absence.routes.ts'
import { HOLDS_TASKS } from './absence.rules.ts'
import { decidedCount, decidedInPlace, type DecidedRow, decidedSpan, decidedWire } from './decided-for.ts'

const texts = overridableTexts('absencePage', { en, zh })
const words = wordsOf(texts)
const more = wordsOf(overridableTexts('exports', { en: exportsEn, zh: exportsZh }))

const PATH = '/aps/bpm/absence'
const RIGHT = 'approval.task.export'

/** Exports of absences: the person's own, those in which they are the substitute, everybody's; and what substitutes decided. */
export function absenceExports(documents: readonly ServerDocument[]): readonly ListExport[] {
  return [...(['mine', 'substitute', 'all'] as const).map((whose) => absences(documents, whose)), decided(documents)]
}

interface Absence extends ReturnType<typeof absenceWire> {
  readonly language: Language
}

const column = (key: string, kind: CellKind, title: ExportColumn['title'], value: (row: Absence) => CellInput) =>
  exportColumn<Absence>(key, kind, title, value)

function absences(documents: readonly ServerDocument[], whose: Whose): ListExport {
  return {
    name: `absence.${whose}`,
    path: `${PATH}/${whose}/export`,
    filters: {},
    isClosed: true,
    viewRight: whose === 'all' ? 'approval.oversee' : HOLDS_TASKS,
    right: whose === 'all' ? 'approval.monitor.export' : RIGHT,
    title: (language) => `${texts[language].title} - ${texts[language].views[whose]}`,
    filterTitle: (_language, filter) => filter,
    columns: whose === 'mine' ? columns.filter(({ key }) => key !== 'principal') : columns,
    query: async (_tx, reader) => ({
      rows: absencePage[whose](reader.principal.userId, reader.now, null, 0),
      count: absenceCount[whose](reader.principal.userId),
      rowOf: (row) => ({
        ...absenceWire(reader, documents, row as unknown as AbsenceRow),
        language: reader.language,
      }),
    }),
  }
}

/** By the keys of the table on the screen (console/absence/AbsenceTable.tsx); facts that share a cell there have a column each here. */
const columns: readonly ExportColumn[] = [
  column('principal', 'text', words('principal'), (row) => row.principal.name),
  column('substitute', 'text', words('substitute'), (row) => row.substitute.name),
  column('from', 'instant', words('from'), (row) => moment(row.startsAt)),
  column('to', 'instant', words('to'), (row) => moment(row.endsAt)),
  column('matters', 'text', words('matters'), ({ documentTypes, language }) =>
    documentTypes === null ? texts[language].everything : documentTypes.map(({ name }) => name).join(' / '),
  ),
  column('organisation', 'text', words('form.organisation'), ({ organisation, language }) =>
    organisation === null ? texts[language].form.organisationAll : organisation.name,
  ),
  exportColumn<Absence>('amountLimit', 'amount', words('form.amount'), (row) => row.amountLimit, {
    beside: 'currency',
  }),
  column('currency', 'code', words('form.currency'), (row) => row.currency),
  column('state', 'text', words('state'), ({ state, language }) => texts[language].states[state]),
  column('openTasks', 'integer', words('openTasks'), (row) => row.openTasks),
  column('reason', 'text', words('reason'), (row) => row.reason),
  column('createdBy', 'text', more('setBy'), (row) => row.createdBy.name),
]

interface Decided extends Awaited<ReturnType<typeof decidedWire>> {
  readonly language: Language
}

function decided(documents: readonly ServerDocument[]): ListExport {
  return {
    name: 'absence.decided',
    path: `${PATH}/decided/export`,
    filters: {},
    isClosed: true,
    viewRight: HOLDS_TASKS,
    right: RIGHT,
    title: words('views.decided'),
    filterTitle: (_language, filter) => filter,
    columns: [
      exportColumn<Decided>('no', 'code', words('document'), (row) => row.no),
      exportColumn<Decided>('title', 'text', more('title'), (row) => row.title),
      exportColumn<Decided>(
        'decision',
        'text',
        words('decision'),
        (row) => row.decision && texts[row.language].decisions[row.decision],
      ),
      exportColumn<Decided>('substitute', 'text', words('substitute'), (row) => row.substitute.name),
      exportColumn<Decided>('opinion', 'text', words('opinion'), (row) => row.opinion),
      exportColumn<Decided>('at', 'instant', words('decidedAt'), (row) => moment(row.at)),
    ],
    async query(tx, reader) {
      const asked = [reader.principal.userId, ...decidedSpan(reader.now)] as const
      const turns = inTurn(tx)
      return {
        rows: decidedInPlace(...asked, null),
        count: decidedCount(...asked),
        rowsOf: (rows) =>
          Promise.all(
            rows.map(async (row) => ({
              ...(await decidedWire(turns, reader, documents, row as unknown as DecidedRow)),
              language: reader.language,
            })),
          ),
      }
    },
  }
}
