import type { TProperties } from 'typebox'
import { Type } from 'typebox'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineFileRoute, type Route } from '#kernel/platform/http/route.ts'
import type { PrintModel } from './print-model.ts'
import { renderPdf } from './render-pdf.ts'

/** A cell of a page on paper, before it is put into words. */
type Cell = string | number | null | undefined
/** An amount of a table whose rows have several currencies. */
type Money = { readonly amount: string; readonly currency: string }

export interface PagePdf {
  readonly title: string
  readonly no: string
  readonly state: string
  /** What the page says of its subject: label and value. */
  readonly facts: readonly (readonly [label: string, value: Cell])[]
  readonly tables: readonly {
    readonly title: string
    /** Columns of `amounts` hold decimal texts, which are written with separators. */
    readonly columns: readonly string[]
    readonly amounts?: readonly number[]
    readonly rows: readonly (readonly (Cell | Money)[])[]
    /** Rows that the page has, where only its newest are printed. */
    readonly total?: number | null
  }[]
}

interface PagePdfSpec<Query> {
  readonly path: string
  readonly right: string
  readonly summary: string
  readonly query: TProperties
  /** Reads the page for whoever asks, as its own call does: with its rights, scope and limits. */
  readonly read: (tx: Tx, context: RequestContext, query: Query) => Promise<PagePdf>
}

/** A text of this many characters has a line of its own among the facts. */
const LONG_FACT = 40

const shown = (cell: Cell): string => (cell === null || cell === undefined || cell === '' ? '/' : String(cell))

interface PaperReader extends Pick<RequestContext, 'language' | 'now'> {
  readonly principal: Pick<Principal, 'name' | 'account' | 'timezone'>
}

/** A page as it is laid out, in the words and the zone of whoever prints it. */
export function pageModel(
  { title, no, state, facts, tables }: PagePdf,
  { language, principal, now }: PaperReader,
): PrintModel {
  const texts = kernelTexts(language).print
  const zone = principal.timezone
  const printed = { name: principal.name, account: principal.account, time: zonedTime(now, zone), zone }
  return {
    language,
    source: kernelTexts(language).app.title,
    title,
    no,
    state,
    byline: [],
    watermark: `${principal.name} ${principal.account}`,
    content: {
      facts: facts.map(([label, value]) => ({ label, value: shown(value), isLong: shown(value).length > LONG_FACT })),
      tables: tables.map(({ columns, amounts = [], rows, total = null, ...table }) => ({
        ...table,
        columns: columns.map((each, at) => {
          const isAmount = amounts.includes(at)
          return { title: each, align: isAmount ? 'right' : 'left', isCode: isAmount }
        }),
        rows: rows.map((row) =>
          row.map((cell, at) => {
            if (typeof cell === 'object' && cell !== null) return `${formatAmount(cell.amount)} ${cell.currency}`
            return amounts.includes(at) && cell ? formatAmount(String(cell)) : shown(cell)
          }),
        ),
        sums: [],
        note: rows.length < (total ?? 0) ? interpolate(texts.newest, { shown: rows.length, total: total ?? 0 }) : null,
      })),
      total: null,
    },
    record: null,
    foot: interpolate(texts.printed, printed),
    texts: { ...texts, columns: [texts.step, texts.people, texts.outcome, texts.at, texts.note] },
  }
}

/** An instant as the paper says it, in the reader's zone. */
export const printedTime = (iso: string | null, { principal }: Pick<RequestContext, 'principal'>): string | null =>
  iso === null ? null : zonedTime(new Date(iso), principal.timezone)

/** The PDF of a page that shows no document: what the page reads, laid out as documents are. */
export function pagePdfRoute<Query>({ path, right, summary, query, read }: PagePdfSpec<Query>): Route {
  return defineFileRoute({
    method: 'GET',
    path,
    right,
    summary,
    mode: 'file',
    query: Type.Object(query),
    async handler(tx, context, input) {
      const page = await read(tx, context, input.query as Query)
      return {
        fileName: `${page.no.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')}.pdf`,
        mediaType: 'application/pdf',
        // Laid out after the connection was returned.
        bytes: async () => renderPdf(pageModel(page, context), String(context.principal.userId)),
      }
    },
  })
}
