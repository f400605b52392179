import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ListExport } from '#kernel/platform/exports/list-export.ts'
import { type ServerDocument, viewRights } from '#kernel/engine/document/server-document.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exports as exportsEn } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as exportsZh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { monitor as en } from './locale/monitor.en.ts'
import { monitor as zh } from './locale/monitor.zh.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { freshTimes } from '#kernel/engine/approval/usual-times.ts'
import { healthPage, type HealthRow, healthTotal } from './health-sql.ts'
import { measureOf, monitorFilters, orderOf, rowWire } from './monitor.routes.ts'
import type { MonitorRow } from './monitor-schemas.ts'

const texts = overridableTexts('monitor', { en, zh })
const words = wordsOf(texts)
const more = wordsOf(overridableTexts('exports', { en: exportsEn, zh: exportsZh }))

interface Row extends MonitorRow {
  readonly language: Language
}

const column = (key: string, kind: CellKind, title: ExportColumn['title'], value: (row: Row) => CellInput) =>
  exportColumn<Row>(key, kind, title, value)

/** Approvals that need attention, as an administrator sees them: amounts only of documents that they may read. */
export function monitorExport(documents: readonly ServerDocument[]): ListExport {
  const definitions = documents.map(({ definition }) => definition)
  return {
    name: 'monitor',
    path: '/aps/bpm/monitor/export',
    filters: monitorFilters,
    isClosed: true,
    viewRight: 'approval.oversee',
    right: 'approval.monitor.export',
    readsBy: viewRights(documents),
    title: words('title'),
    filterTitle,
    columns,
    async query(tx, reader, { filters, sort }) {
      const order = orderOf(sort)
      const measure = await measureOf(tx, reader, definitions, freshTimes)
      return {
        rows: healthPage(measure, filters, { ...order, limit: null, offset: 0 }),
        count: healthTotal(measure, filters),
        rowOf: (row) => ({
          ...rowWire(reader, documents, row as unknown as HealthRow),
          language: reader.language,
        }),
      }
    },
  }
}

/** By the keys of the list on the screen (console/monitor/MonitorPage.tsx). */
const columns: readonly ExportColumn[] = [
  column('no', 'code', words('fields.no'), (row) => row.no),
  column('health', 'text', words('fields.health'), healthText),
  column('since', 'instant', more('waitingSince'), (row) => moment(row.since)),
  column('holder', 'text', words('fields.holder'), (row) => row.holders.map(({ name }) => name).join(', ')),
  column('step', 'text', words('fields.step'), (row) => row.steps.map(({ name }) => name).join(', ')),
  column('type', 'text', words('fields.type'), (row) => row.typeLabel),
  column('organisation', 'text', words('fields.organisation'), (row) => row.organisationName),
  column('limitAt', 'instant', words('fields.limit'), (row) => moment(row.limitAt)),
  column('usual', 'integer', more('usualMinutes'), (row) => row.usualMinutes),
  column('drafter', 'text', words('fields.drafter'), (row) => row.drafter.name),
  exportColumn<Row>('amount', 'amount', words('fields.amount'), (row) => row.amount, { beside: 'currency' }),
  column('currency', 'code', more('currency'), (row) => row.currency),
  column('startedAt', 'instant', words('fields.startedAt'), (row) => moment(row.startedAt)),
  column('failedPushes', 'text', more('failedPushes'), (row) => row.failedEffects.map(pushText).join('; ')),
]

function pushText({ effect, line, error }: MonitorRow['failedEffects'][number]): string {
  return [line === null ? effect : `${effect} ${line}`, error].filter(Boolean).join(': ')
}

/** All of its problems, the worst first. */
function healthText({ language, stuck, slow, isEscalated, failedEffects }: Row): string {
  const say = texts[language]
  const found = [
    stuck && say.stuck[stuck],
    failedEffects.length > 0 && say.counts.failed,
    slow && say.slow[slow],
    isEscalated && say.counts.escalated,
  ].filter(Boolean)
  return found.length > 0 ? found.join(kernelTexts(language).separator) : say.fine
}

const FILTERS: Readonly<Record<string, (language: Language) => string>> = {
  no: words('fields.no'),
  health: words('fields.health'),
  holder: words('fields.holder'),
  step: words('fields.step'),
  documentType: words('fields.type'),
  organisation: words('fields.organisation'),
  days: words('fields.days'),
}

function filterTitle(language: Language, filter: string): string {
  return FILTERS[filter]?.(language) ?? filter
}
