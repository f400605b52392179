import { exportColumn, moment } from '#kernel/platform/exports/export-columns.ts'
import type { ExportColumn, ExportRow, ListExport } from '#kernel/platform/exports/list-export.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { budgetLineExports } from '../budget-line/budget-line.routes.ts'
import { type PostingFilters, postingFilters, postingsAsked, postingWire } from '../explain/explain.routes.ts'
import { postingCount, type PostingRow, postingsPage } from '../explain/postings.queries.ts'

const RIGHT = 'budget.country.export'

const page = 'budget.page'

/** `2026-03`, a budget's year and month in lists. */
const period = (row: ExportRow): CellInput =>
  typeof row['year'] === 'number' ? `${row['year']}-${String(row['month']).padStart(2, '0')}` : null

function column(
  key: string,
  text: string,
  more: Partial<Pick<ExportColumn, 'kind' | 'value' | 'beside'>> = {},
): ExportColumn {
  return {
    key,
    kind: 'text',
    title: (language) => textAt(language, text),
    ...more,
  }
}

/** The month of a document, beside its fields. */
export const ofMonth = [column('period', `${page}.period`, { kind: 'code', value: period })]

type PostingView = ReturnType<typeof postingWire> & { readonly language: Language }

const posting = (key: string, kind: CellKind, text: string, value: (row: PostingView) => CellInput) =>
  exportColumn<PostingView>(key, kind, (language) => textAt(language, `${page}.${text}`), value)

/** The postings of one amount of a line, as in the explanation. Its call is polled until the file is ready. */
const postingExport: ListExport = {
  name: 'budgetPosting',
  path: '/aps/budget/country/postings/export',
  polled: '/aps/budget/country/postings/async/export',
  filters: postingFilters,
  isClosed: true,
  viewRight: 'budget.country.view',
  right: RIGHT,
  title: (language) => textAt(language, `${page}.postingList`),
  filterTitle: (language, filter) => textAt(language, `${page}.${filter === 'bucket' ? 'bucketColumn' : filter}`),
  columns: [
    posting('at', 'instant', 'at', (row) => moment(row.at)),
    posting('document', 'code', 'document', (row) => row.documentNo),
    posting('action', 'text', 'action', (row) => knownText(row.language, 'postingActions', row.action)),
    posting('bucket', 'text', 'bucketColumn', (row) => knownText(row.language, 'buckets', row.bucket)),
    { ...posting('amount', 'amount', 'amount', (row) => row.amount), beside: 'currency' },
    { ...posting('balance', 'amount', 'balance', (row) => row.balanceAfter), beside: 'currency' },
    posting('currency', 'code', 'currency', (row) => row.currency),
    posting('actor', 'text', 'actor', (row) => row.actor),
  ],
  async query(tx, { principal, language, now }, { filters }) {
    const asked = await postingsAsked(tx, { principal, now }, filters as PostingFilters)
    return {
      rows: postingsPage(asked, { limit: null, offset: 0 }),
      count: postingCount(asked),
      rowOf: (row) => ({ ...postingWire(language, row as unknown as PostingRow), language }),
    }
  },
}

/** The label; unlabelled values stay as they are. */
function knownText(language: Language, group: 'postingActions' | 'buckets', name: string): string {
  const path = `${page}.${group}.${name}`
  const text = textAt(language, path)
  return text === path ? name : text
}

export const budgetExports: readonly ListExport[] = [...budgetLineExports, postingExport]
