import { Type } from 'typebox'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exportColumn, inTurn, rowsInMemory } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import { plainText } from '#kernel/engine/read-list/read-list.ts'
import { pagePdfRoute } from '#kernel/services/print/page-pdf.ts'
import { pageTexts } from '../locale/page-texts.ts'
import { fundsStatement as en } from './statement.en.ts'
import { fundsStatement as zh } from './statement.zh.ts'
import { STATEMENT, type StatementAsked } from './statement.ts'
import { type AccountStatement, readStatement, type StatementPart } from './statement.server.ts'

const texts = textsIn({ fundsPage: pageTexts, fundsStatement: { en, zh } })
const words = (path: string) => (language: Language) => texts(language)(path)
const page = (language: Language) => (path: string) => texts(language)(`fundsPage.${path}`)
const own = (language: Language) => (name: keyof typeof en) => texts(language)(`fundsStatement.${name}`)

const code = Type.String({ minLength: 1, maxLength: 64 })
const day = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` })
const asked = {
  customerCode: code,
  operatingUnitCode: code,
  currency: Type.String({ minLength: 3, maxLength: 3 }),
  from: day,
  to: day,
}

/** What a statement is of, on paper and above the rows of a workbook. */
function factsOf(found: AccountStatement, language: Language): readonly (readonly [string, string])[] {
  const [ofPage, say] = [page(language), own(language)]
  return [
    [ofPage('columns.customerName'), found.customerName],
    [ofPage('columns.customerCode'), found.customerCode],
    [ofPage('columns.operatingUnitCode'), `${found.operatingUnitCode} / ${found.operatingUnitName}`],
    [ofPage('columns.currency'), found.currency],
    [say('period'), `${found.from} – ${found.to}`],
    [say('says'), say('balances')],
  ]
}

/** The statement of an account on paper. */
export const statementPdf = pagePdfRoute<StatementAsked>({
  path: STATEMENT.pdf,
  right: STATEMENT.right,
  summary: 'The statement of a customer’s account for a period as a PDF: balance before, postings, balance after',
  query: asked,
  async read(tx, context, query) {
    const found = await readStatement(tx, context, query)
    const { language } = context
    const [ofPage, say] = [page(language), own(language)]
    return {
      title: say('title'),
      no: `${found.customerCode} ${found.from} ${found.to}`,
      state: found.currency,
      facts: factsOf(found, language),
      tables: found.parts.map((part) => ({
        title: ofPage(`words.kind.${part.kind}`),
        columns: [...(['day', 'document', 'movement'] as const).map(say), ofPage('columns.amount'), say('balance')],
        amounts: [3, 4],
        rows: linesOf(part, found, language).map((line) => [
          line.day,
          line.documentNo,
          line.movement,
          line.amount,
          line.balance,
        ]),
      })),
    }
  },
})

interface Line {
  readonly kind: string
  readonly day: string
  readonly documentNo: string | null
  readonly movement: string
  readonly amount: string | null
  readonly balance: string
  readonly currency: string
}

/** The lines of a kind, between the balance before the period and the one after it. */
function linesOf(
  { kind, opening, rows, closing }: StatementPart,
  of: StatementAsked,
  language: Language,
): readonly Line[] {
  const [ofPage, say] = [page(language), own(language)]
  const shared = { kind: ofPage(`words.kind.${kind}`), currency: of.currency }
  const bound = (at: 'opening' | 'closing', on: string, balance: string): Line => ({
    ...shared,
    day: on,
    documentNo: null,
    movement: say(at),
    amount: null,
    balance,
  })
  return [
    bound('opening', of.from, opening),
    ...rows.map(({ action, ...row }) => ({ ...shared, ...row, movement: ofPage(`words.action.${action}`) })),
    bound('closing', of.to, closing),
  ]
}

const column = (key: keyof Line, kind: 'text' | 'code' | 'day', path: string) =>
  exportColumn<Line>(key, kind, words(path), (row) => row[key])
const money = (key: 'amount' | 'balance', path: string) =>
  exportColumn<Line>(key, 'amount', words(path), (row) => row[key], { beside: 'currency' })

const FILTERS = {
  customerCode: 'fundsPage.columns.customerCode',
  operatingUnitCode: 'fundsPage.columns.operatingUnitCode',
  currency: 'fundsPage.columns.currency',
  from: 'fundsStatement.from',
  to: 'fundsStatement.to',
} as const

/** What the stored filters of an export ask for. The schema of its call has let in nothing but texts. */
function statementAsked(filters: Readonly<Record<string, unknown>>): StatementAsked {
  const text = (name: keyof StatementAsked) => plainText(filters[name])
  return {
    customerCode: text('customerCode'),
    operatingUnitCode: text('operatingUnitCode'),
    currency: text('currency'),
    from: text('from'),
    to: text('to'),
  }
}

/** The same as a workbook. */
export const statementExport: ListExport = {
  name: 'fundsStatement',
  path: STATEMENT.export,
  filters: asked,
  isClosed: true,
  viewRight: STATEMENT.right,
  right: STATEMENT.right,
  title: words('fundsStatement.title'),
  filterTitle: (language, filter) =>
    words(FILTERS[filter as keyof typeof FILTERS] ?? 'fundsStatement.period')(language),
  columns: [
    column('kind', 'text', 'fundsPage.columns.kind'),
    column('day', 'day', 'fundsStatement.day'),
    column('documentNo', 'code', 'fundsStatement.document'),
    column('movement', 'text', 'fundsStatement.movement'),
    column('currency', 'code', 'fundsPage.columns.currency'),
    money('amount', 'fundsPage.columns.amount'),
    money('balance', 'fundsStatement.balance'),
  ],
  async query(tx, { principal, language }, { filters }) {
    const found = await readStatement(inTurn(tx), { principal, language }, statementAsked(filters))
    const lines = found.parts.flatMap((part) => linesOf(part, found, language))
    return { ...rowsInMemory(lines), facts: factsOf(found, language) }
  },
}
