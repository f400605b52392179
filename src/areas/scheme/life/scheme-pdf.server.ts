import { Type } from 'typebox'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { pagePdfRoute, printedTime } from '#kernel/services/print/page-pdf.ts'
import { schemeLife as en } from './life.en.ts'
import { schemeLife as zh } from './life.zh.ts'
import { type SchemeDocuments, readDocuments, readLife } from './scheme-life.routes.ts'
import { MONEY } from './scheme-wire.ts'

const MOST_DOCUMENTS = 100
const words = textsIn({ schemeLife: { en, zh } })

/** The page of a scheme on paper: its terms, its money by line and by month, and its newest documents. */
export function schemePdf(definitions: SchemeDocuments): Route {
  return pagePdfRoute<{ readonly schemeNo: string }>({
    path: '/aps/scheme/detail/pdf',
    right: 'scheme.application.view',
    summary: 'The page of a scheme as a PDF: terms, money by line and by month, documents',
    query: { schemeNo: Type.String({ maxLength: 20 }) },
    async read(tx, context, { schemeNo }) {
      const { scheme, terms, parts, months, names } = await readLife(tx, context, definitions, schemeNo)
      const documents = await readDocuments(tx, context, definitions, { schemeNo, limit: MOST_DOCUMENTS })
      const text = words(context.language)
      const page = (path: string) => text(`schemeLife.${path}`)
      const field = (name: string) => text(`scheme.documents.schemeApplication.fields.${name}`)
      const option = (name: string, value: unknown) =>
        text(`scheme.documents.schemeApplication.options.${name}.${String(value)}`)
      const label = (type: string) => text(`scheme.documents.${type}.label`)
      const product = (code: string | null) =>
        code === null ? null : (names['skus']?.[code] ?? names['spus']?.[code] ?? code)
      return {
        title: scheme.name,
        no: scheme.schemeNo,
        state: text(`scheme.states.${scheme.state}`),
        facts: [
          [field('schemeType'), option('schemeType', scheme.schemeType)],
          [page('days'), `${scheme.startDate} – ${scheme.endDate}`],
          [field('claimDeadline'), scheme.claimDeadline],
          [field('settlementPeriod'), option('settlementPeriod', terms.settlementPeriod)],
          [field('rebateType'), option('rebateType', scheme.rebateType)],
          [field('withholdRate'), `${terms.withholdRate} %`],
          [field('currency'), scheme.currency],
          [page('owner'), scheme.owner.name],
        ],
        tables: [
          {
            title: page('parts'),
            columns: [
              ...['line', 'customer', 'product', 'basis', 'budget'].map(page),
              ...MONEY.map((name) => text(`scheme.money.${name}`)),
            ],
            amounts: MONEY.map((_, at) => 5 + at),
            rows: parts.map((part) => [
              part.fundingNo,
              part.forBeneficiary,
              product(part.productCode),
              option('basis', part.basis),
              part.budgetCode,
              ...MONEY.map((name) => part[name]),
            ]),
          },
          {
            title: page('byMonth'),
            columns: [
              page('monthName'),
              ...(['accrued', 'executed', 'released'] as const).map((name) => text(`scheme.money.${name}`)),
            ],
            amounts: [1, 2, 3],
            rows: months.map(({ month, accrued, executed, released }) => [month, accrued, executed, released]),
          },
          {
            title: page('documents'),
            columns: ['no', 'document', 'state', 'amount', 'postingDate', 'drafter', 'created'].map(page),
            amounts: [3],
            total: documents.recordTotal,
            rows: documents.records.map((row) => [
              row.no,
              label(row.documentType),
              text(`scheme.documentStates.${row.state}`),
              row.amount,
              row.postingDate,
              row.drafter.name,
              printedTime(row.createdAt, context),
            ]),
          },
        ],
      }
    },
  })
}
