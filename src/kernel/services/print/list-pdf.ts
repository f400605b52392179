import { type TProperties, Type } from 'typebox'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ExportRow, ListExport, ListPaper } from '#kernel/platform/exports/list-export.ts'
import { defineFileRoute, type Route } from '#kernel/platform/http/route.ts'
import { exporter } from '#kernel/services/downloads/run-download.ts'
import { pageModel, type PagePdf } from './page-pdf.ts'
import { printErrors } from './print.errors.ts'
import { renderPdf } from './render-pdf.ts'

/** What people take with them; the workbook has any number of rows. */
const MOST_ROWS = 5_000

type PaperQuery = Readonly<Record<string, unknown>>

/** All rows that the reader may see, as the list and its workbook read them. */
async function rowsOf(tx: Tx, list: ListExport, context: RequestContext, { sort, ...filters }: PaperQuery) {
  const reader = { principal: exporter(list, context.principal), language: context.language, now: context.now }
  const order = typeof sort === 'string' && sort !== '' ? [sort] : []
  const {
    rows,
    count,
    rowOf,
    rowsOf: named,
    besides,
  } = await list.query(tx, reader, { params: {}, filters, sort: order })
  if (Number((await tx.first(count))?.total ?? 0) > MOST_ROWS) throw new Refused(printErrors.tooLarge())
  const found = await tx.rows<ExportRow>(rows as never)
  const shaped = named ? await named(found) : found
  return shaped.map((row) => ({ ...(rowOf ? rowOf(row) : row), ...besides }))
}

/** The paper: what all rows share in its head, and a table for each combination of what the list tells apart. */
function pageOf(
  list: ListExport,
  { columns, per }: ListPaper,
  rows: readonly ExportRow[],
  { language, principal, now }: RequestContext,
  filters: PaperQuery,
): PagePdf {
  const texts = kernelTexts(language).downloads
  const [title, zone] = [list.title(language), principal.timezone]
  const shown = columns.filter(({ right }) => right === undefined || may(principal, right))
  const [apart, inRows] = [true, false].map((is) => shown.filter(({ key }) => per.includes(key) === is))
  const written = rows.map((row) => ({
    of: apart!.map((column) => column.text(row, { language, zone }) ?? '/'),
    cells: inRows!.map((column) => column.text(row, { language, zone })),
  }))
  const isShared = apart!.map((_, at) => new Set(written.map(({ of }) => of[at])).size === 1)
  const groups = [...Map.groupBy(written, ({ of }) => JSON.stringify(of)).values()]
  const at = zonedTime(now, zone)
  const asked = Object.entries(filters).map(([name, value]) => `${list.filterTitle(language, name)}: ${String(value)}`)
  return {
    title,
    no: at.slice(0, 10),
    state: '',
    facts: [
      ...apart!.flatMap((column, index) =>
        isShared[index] ? [[column.title(language), written[0]!.of[index]] as const] : [],
      ),
      [texts.asOf, `${at} ${zone}`],
      ...(asked.length > 0 ? [[texts.filters, asked.join('; ')] as const] : []),
    ],
    tables: (groups.length > 0 ? groups : [[]]).map((group) => ({
      title:
        apart!
          .flatMap((column, index) =>
            isShared[index] || !group[0] ? [] : `${column.title(language)} ${group[0].of[index]}`,
          )
          .join(' · ') || title,
      columns: inRows!.map((column) => column.title(language)),
      amounts: inRows!.flatMap(({ isAmount }, index) => (isAmount ? [index] : [])),
      rows: group.map(({ cells }) => cells),
    })),
  }
}

/** The PDF of each list that is taken home as a paper, with the rights, filters and order of its workbook. */
export function listPdfRoutes(exports: readonly ListExport[]): Route[] {
  return exports.flatMap((list) => {
    const { paper } = list
    if (!paper) return []
    const filters: TProperties = { ...list.filters, sort: Type.Optional(Type.String({ maxLength: 64 })) }
    return defineFileRoute({
      method: 'GET',
      path: paper.path,
      right: list.right,
      summary: `${list.name}: the list as a PDF in the language of the reader`,
      mode: 'file',
      query: Type.Object(filters),
      async handler(tx, context, { query }) {
        const { sort, ...asked } = query as PaperQuery
        const page = pageOf(list, paper, await rowsOf(tx, list, context, { ...asked, sort }), context, asked)
        return {
          fileName: `${page.title} ${page.no}.pdf`,
          mediaType: 'application/pdf',
          // Laid out after the connection was returned.
          bytes: async () => renderPdf(pageModel(page, context), String(context.principal.userId)),
        }
      },
    })
  })
}
