import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import {
  boardCount,
  type BoardFilters,
  boardPage,
  boardView,
  type FoundReserve,
} from '#kernel/services/reserve-confirmation/board-queries.ts'
import {
  boardFilters,
  type BoardOptions,
  boardRoutes,
  typesOf,
} from '#kernel/services/reserve-confirmation/board.routes.ts'
import { repair as en } from './repair.en.ts'
import { repair as zh } from './repair.zh.ts'

const BOARD = {
  path: '/aps/budget/reserve',
  viewRight: 'budget.reserve.view',
  retryRight: 'budget.reserve.retry',
} as const

/** The area's board, over those of its documents whose reserves another system confirms, with its file. */
export function reserveBoard(documents: readonly ServerDocument[]): {
  readonly routes: readonly Route[]
  readonly exports: readonly ListExport[]
} {
  const board = { ...BOARD, documents: documents.filter(({ definition }) => definition.reserve) }
  return { routes: boardRoutes(board), exports: [reserveExport(board)] }
}

const texts = overridableTexts('repair', { en, zh })
const words = wordsOf(texts)
type Row = BoardRow & { readonly language: Language }

const TITLES: Readonly<Record<string, (language: Language) => string>> = {
  no: words('fields.no'),
  state: words('fields.state'),
  owner: words('fields.owner'),
  documentType: words('fields.document'),
  isOverdue: words('yes'),
}

/** The board as a file: the list's columns by key. */
const reserveExport = ({ documents, path, viewRight }: BoardOptions): ListExport => ({
  name: 'documentReserve',
  path: `${path}/export`,
  key: 'id',
  filters: boardFilters,
  isClosed: true,
  viewRight,
  right: viewRight,
  title: words('title'),
  filterTitle: (language, filter) => TITLES[filter]?.(language) ?? filter,
  columns: [
    exportColumn<Row>('no', 'code', words('fields.no'), (row) => row.no),
    exportColumn<Row>(
      'state',
      'text',
      words('fields.state'),
      (row) => kernelTexts(row.language).reserveStates[row.state],
    ),
    exportColumn<Row>('reason', 'text', words('fields.reason'), (row) => row.reason),
    exportColumn<Row>('owner', 'text', words('fields.owner'), (row) => row.owner.name),
    exportColumn<Row>('since', 'instant', words('fields.since'), (row) => moment(row.since)),
    exportColumn<Row>('deadline', 'instant', words('fields.deadline'), (row) => moment(row.deadlineAt)),
    exportColumn<Row>('attempts', 'integer', words('fields.attempts'), (row) => row.attempts),
    exportColumn<Row>('next', 'instant', words('fields.next'), (row) => moment(row.nextAttemptAt)),
    exportColumn<Row>('amount', 'amount', words('fields.amount'), (row) => row.amount, { beside: 'currency' }),
    exportColumn<Row>(
      'currency',
      'code',
      (language) => textAt(language, 'budget.documents.countryBudget.fields.currency'),
      (row) => row.currency,
    ),
    exportColumn<Row>('document', 'text', words('fields.document'), (row) =>
      textAt(row.language, `budget.documents.${row.documentType}.label`),
    ),
    exportColumn<Row>('organisation', 'text', words('fields.organisation'), (row) => row.organisation),
    exportColumn<Row>('round', 'integer', words('fields.round'), (row) => row.round),
    exportColumn<Row>('reference', 'code', words('fields.reference'), (row) => row.reference),
  ],
  query: async (_tx, { principal, language, now }, { filters }) => {
    const types = typesOf(documents)
    const definitions = new Map(documents.map(({ definition }) => [definition.name, definition]))
    return {
      rows: boardPage(filters as BoardFilters, types, principal, now, { limit: null, offset: 0 }),
      count: boardCount(filters as BoardFilters, types, principal, now),
      rowOf: (row) => ({
        ...boardView({ principal, language, now }, definitions, row as unknown as FoundReserve),
        language,
      }),
    }
  },
})
