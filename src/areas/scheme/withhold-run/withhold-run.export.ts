import { exportColumn, inTurn, rowsInMemory } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { withholdRun as en } from './withhold-run.en.ts'
import { withholdRun as zh } from './withhold-run.zh.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { lookThrough, type RunAsked, schemeViews } from './withhold-run.queries.ts'
import { runFilters } from './withhold-run.routes.ts'

type Views = Awaited<ReturnType<typeof schemeViews>>
/** A row of the file is a part, which the page groups by scheme. */
type Row = Omit<Views[number], 'parts' | 'accrued' | 'withholdable' | 'amount'> &
  Views[number]['parts'][number] & { readonly language: RequestContext['language'] }
type TextName = { [K in keyof typeof en]: (typeof en)[K] extends string ? K : never }[keyof typeof en]

const texts = { en, zh }
const columnTitle = (name: TextName) => (language: RequestContext['language']) => texts[language][name]

const plain = (key: string, kind: 'text' | 'code', name: TextName, of: (row: Row) => string | null) =>
  exportColumn<Row>(key, kind, columnTitle(name), of)
const money = (key: string, name: TextName, of: (row: Row) => string | null) =>
  exportColumn<Row>(key, 'amount', columnTitle(name), of, { beside: 'currency' })

const { view, export: take } = rightsOf('withhold')

const FILTER_TITLES: Readonly<Record<string, TextName>> = {
  idcCode: 'area',
  year: 'year',
  month: 'month',
  schemeNo: 'scheme',
  customerCode: 'customerCode',
  schemeType: 'schemeType',
  show: 'show',
}

/** Required by the call's schema. */
function runQuestion(filters: Partial<RunAsked>): RunAsked {
  const { idcCode = '', year = 0, month = 0 } = filters
  return { ...filters, idcCode, year, month }
}

/** The proposal as a file. */
export const withholdRunExport: ListExport = {
  name: 'withholdRun',
  path: '/aps/scheme/withholdRun/export',
  filters: runFilters,
  isClosed: true,
  viewRight: view,
  right: take,
  title: columnTitle('title'),
  filterTitle: (language, filter) => texts[language][FILTER_TITLES[filter] ?? 'show'],
  columns: [
    plain('schemeNo', 'code', 'scheme', (row) => row.schemeNo),
    plain('name', 'text', 'name', (row) => row.name),
    plain('schemeType', 'text', 'schemeType', (row) =>
      textAt(row.language, `scheme.documents.schemeApplication.options.schemeType.${row.schemeType}`),
    ),
    plain('parts', 'code', 'part', (row) => String(row.fundingNo)),
    plain('customer', 'text', 'customer', (row) => row.forBeneficiary),
    plain('product', 'code', 'product', (row) => row.productCode),
    plain('budget', 'code', 'budget', (row) => row.budgetCode),
    plain('kind', 'text', 'kind', (row) => texts[row.language].kinds[row.kind]),
    plain('currency', 'code', 'currency', (row) => row.currency),
    exportColumn<Row>('basisVolume', 'amount', columnTitle('basisVolume'), (row) => row.basisVolume),
    plain('rate', 'text', 'rate', (row) => `${row.withholdRate} %`),
    money('expected', 'expected', (row) => row.expected),
    money('accrued', 'accrued', (row) => row.accrued),
    money('withholdable', 'withholdable', (row) => row.withholdable),
    money('amount', 'proposed', (row) => row.amount),
    plain('postingDate', 'code', 'postingDate', (row) => row.postingDate),
    plain('warnings', 'text', 'remark', (row) => row.nothing),
  ],
  async query(tx, { principal, language }, { filters }) {
    const one = inTurn(tx)
    const found = await lookThrough(one, { principal, language }, runQuestion(filters))
    const views = await schemeViews(one, language, found)
    const rows = views.flatMap(({ parts, ...scheme }) => parts.map((part) => ({ ...scheme, ...part, language })))
    return rowsInMemory(rows)
  },
}
