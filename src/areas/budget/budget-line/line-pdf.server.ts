import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { fileColumns } from '#kernel/engine/read-list/list-file.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import type { ExportRow } from '#kernel/platform/exports/list-export.ts'
import { pagePdfRoute, printedTime } from '#kernel/services/print/page-pdf.ts'
import { postingsAsked, postingWire } from '../explain/explain.routes.ts'
import { postingCount, postingsPage } from '../explain/postings.queries.ts'
import { budgetLines } from './budget-line.list.ts'
import { allLines } from './budget-line.queries.ts'
import { LIST_TEXTS } from './list-texts.server.ts'

const MOST_POSTINGS = 200
const columns = fileColumns(budgetLines, LIST_TEXTS)

/** The page of a budget on paper: what it is of, each of its amounts, and its newest postings. */
export const linePdf = pagePdfRoute<{ readonly idcCode: string; readonly budgetCode: string }>({
  path: '/aps/budget/country/line/pdf',
  right: 'budget.country.view',
  summary: 'The page of a budget as a PDF: what it is of, its amounts, its newest postings',
  query: { idcCode: Type.String({ maxLength: 16 }), budgetCode: Type.String({ minLength: 1, maxLength: 32 }) },
  async read(tx, context, { idcCode, budgetCode }) {
    const { principal, language } = context
    const area = await areaOf(context, tx, idcCode)
    const found = await tx.first(statementOf(allLines(principal, language, area, { budgetCode })))
    const line = { ...required(found, httpErrors.notFound()), language } as ExportRow
    const asked = await postingsAsked(tx, context, { budgetCode })
    const postings = await tx.rows(postingsPage(asked, { limit: MOST_POSTINGS, offset: 0 }))
    const all = postings.length < MOST_POSTINGS ? null : await tx.first(postingCount(asked))
    const text = (path: string) => textAt(language, `budget.page.${path}`)
    const known = (path: string, name: string) => (text(path) === `budget.page.${path}` ? name : text(path))
    const valueOf = ({ key, value }: (typeof columns)[number]) => (value ? value(line) : line[key]) as string | null
    const told = (isAmount: boolean) =>
      columns
        .filter(({ key, kind }) => key !== 'budgetCode' && (kind === 'amount') === isAmount)
        .map((column) => [column.title(language), valueOf(column)] as const)
    return {
      title: text('line'),
      no: budgetCode,
      state: '',
      facts: told(false),
      tables: [
        { title: text('amounts'), columns: [text('amount'), String(line['currency'])], amounts: [1], rows: told(true) },
        {
          title: text('postingList'),
          columns: ['document', 'action', 'bucketColumn', 'at', 'actor', 'amount', 'balance'].map(text),
          amounts: [5, 6],
          total: all?.total ?? null,
          rows: postings.map((row) => {
            const { documentNo, action, bucket, at, actor, amount, balanceAfter } = postingWire(language, row)
            return [
              documentNo,
              known(`postingActions.${action}`, action),
              known(`buckets.${bucket}`, bucket),
              printedTime(at, context),
              actor,
              amount,
              balanceAfter,
            ]
          }),
        },
      ],
    }
  },
})
