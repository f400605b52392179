import type { Content, createPdf, CustomTableLayout, TableCell } from 'pdfmake'
import { lineTable } from './line-table.ts'
import { type PrintAct, type PrintModel, type PrintTotal, rowsOf } from './print-model.ts'

/** A4 as in the spec (section 9), in points; the library's own A4 is a little less exact. */
export const PAGE = { width: 592.28, height: 841.89 } as const
const MARGIN = { side: 40, top: 54, bottom: 50 } as const
export const TEXT_WIDTH = PAGE.width - 2 * MARGIN.side

/** Font family under which the worker registers its two weights. */
export const FONT = 'NotoSansSC'

/** In points, because a column sized by the library grows with its longest word. Padding: 4 each side, none at the edges. */
const FACT_WIDTHS = [92, 152, 92, 152]
const RECORD_WIDTHS = [84, 112, 62, 82, TEXT_WIDTH - 84 - 112 - 62 - 82 - 32]

type Definition = Parameters<typeof createPdf>[0]
type BreakCheck = Parameters<NonNullable<Definition['pageBreakBefore']>>
type Node = BreakCheck[0]
type NodeQueries = BreakCheck[1]

const INK = '#1a2233'
const SOFT = '#5b667a'
const HAIRLINE = '#d5dbe5'
const RULE = '#8b95a7'

/** Replaces unprintable characters; called for every text entered by people. */
export type Printable = (text: string) => string

/** Lays out a document: title, facts, lines with sums, total, approval record; pages with numbers and watermark. */
export function layout(model: PrintModel, printable: Printable, wasReplaced: () => boolean): Definition {
  const clean = cleaned(model, printable)
  const { texts } = clean
  const content: Content[] = [head(clean)]
  if (clean.content) {
    content.push(...facts(clean))
    const after: Content[] = []
    for (const table of clean.content.tables) {
      const lines = lineTable(table, texts, TEXT_WIDTH, quietLines)
      content.push(heading(table.title, String(table.rows.length)))
      if (table.note) content.push({ text: table.note, color: SOFT, margin: [0, 0, 0, 6] })
      content.push(lines.table)
      after.push(...lines.after)
    }
    if (clean.content.total) content.push(total(clean.content.total, texts.capital))
    content.push(...after)
  }
  if (clean.record) content.push(...record(clean.record.acts, clean))
  if (wasReplaced()) content.push({ text: texts.unshown, color: SOFT, fontSize: 7.5, margin: [0, 14, 0, 0] })
  const mark = watermark(clean.watermark)
  return {
    pageSize: PAGE,
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    defaultStyle: { font: FONT, fontSize: 9, color: INK, lineHeight: 1.08 },
    info: { title: `${clean.title} ${clean.no}`, subject: clean.no, creator: clean.source, producer: 'pdfmake' },
    language: clean.language === 'zh' ? 'zh-CN' : 'en',
    displayTitle: true,
    version: '1.7',
    background: () => mark,
    header: (page) => runningHead(clean, page === 1),
    footer: (page, pages) => foot(clean, page, pages),
    content,
    ...(rowsOf(clean) > KEEP_HEADINGS_TO ? {} : { pageBreakBefore: isLonelyHeading }),
  }
}

/** Up to so many lines the layout runs a second time where a heading would be alone at the foot of a page. */
const KEEP_HEADINGS_TO = 500

function isLonelyHeading(node: Node, around: NodeQueries): boolean {
  return node.headlineLevel === 1 && around.getFollowingNodesOnPage().length === 0
}

/** Makes every text of the model printable; our own texts are covered anyway. */
function cleaned(model: PrintModel, printable: Printable): PrintModel {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return printable(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]))
  }
  return walk(model) as PrintModel
}

function head(model: PrintModel): Content {
  return {
    stack: [
      {
        columns: [
          { width: '*', text: model.title, bold: true, fontSize: 17, lineHeight: 1.1 },
          { width: 130, text: model.state, bold: true, fontSize: 11, alignment: 'right', margin: [12, 5, 0, 0] },
        ],
      },
      {
        margin: [0, 5, 0, 8],
        columns: [
          { width: 'auto', text: model.no, bold: true, fontSize: 10.5 },
          { width: '*', text: model.byline.join('     '), color: SOFT, alignment: 'right', margin: [12, 1, 0, 0] },
        ],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: TEXT_WIDTH, y2: 0, lineWidth: 1.2, lineColor: INK }] },
    ],
  }
}

function heading(text: string, count = ''): Content {
  return {
    text: [
      { text, bold: true, fontSize: 11 },
      { text: count && `   ${count}`, color: SOFT },
    ],
    margin: [0, 16, 0, 6],
    headlineLevel: 1,
  }
}

/** Label and value pairs, two a row; a long text takes the whole row. */
function facts(model: PrintModel): Content[] {
  const body: TableCell[][] = []
  const label = (text: string): TableCell => ({ text, color: SOFT })
  let half: TableCell[] | null = null
  for (const fact of model.content?.facts ?? []) {
    const value: TableCell = { text: fact.value }
    if (fact.isLong) {
      if (half) body.push([...half, '', ''])
      body.push([label(fact.label), { ...value, colSpan: 3 }, '', ''])
      half = null
    } else if (half) {
      body.push([...half, label(fact.label), value])
      half = null
    } else half = [label(fact.label), value]
  }
  if (half) body.push([...half, '', ''])
  if (body.length === 0) return []
  return [
    {
      margin: [0, 10, 0, 0],
      table: { widths: FACT_WIDTHS, body },
      layout: { ...bare, hLineWidth: () => 0, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
    },
  ]
}

function total(value: PrintTotal, capitalLabel: string): Content {
  return {
    margin: [0, 12, 0, 0],
    unbreakable: true,
    stack: [
      {
        alignment: 'right',
        text: [
          { text: `${value.label}   `, color: SOFT },
          { text: value.value, bold: true, fontSize: 13 },
        ],
      },
      ...(value.asked === null ? [] : [{ alignment: 'right' as const, text: value.asked, color: SOFT }]),
      ...(value.capital === null
        ? []
        : [
            {
              alignment: 'right' as const,
              margin: [0, 2, 0, 0] as [number, number, number, number],
              text: [{ text: `${capitalLabel}   `, color: SOFT }, { text: value.capital }],
            },
          ]),
    ],
  }
}

function record(acts: readonly PrintAct[], model: PrintModel): Content[] {
  const { texts } = model
  if (acts.length === 0) return [heading(texts.record), { text: texts.noRecord, color: SOFT }]
  const title = (text: string): TableCell => ({ text, bold: true, color: SOFT, fontSize: 8 })
  return [
    heading(texts.record),
    {
      fontSize: 8.5,
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: RECORD_WIDTHS,
        body: [
          texts.columns.map(title),
          ...acts.map((act): TableCell[] => [
            act.step,
            act.people,
            { text: act.outcome, bold: true },
            { text: act.at, color: INK },
            act.note,
          ]),
        ],
      },
      layout: quietLines,
    },
  ]
}

const bare = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => HAIRLINE,
  paddingLeft: (column: number) => (column === 0 ? 0 : 4),
  paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 4),
} satisfies CustomTableLayout

/** Hairlines between rows, a darker one under the head and over the sums. */
const quietLines: CustomTableLayout = {
  ...bare,
  hLineWidth: (line) => (line === 0 ? 0 : 0.5),
  hLineColor: (line) => (line === 1 ? RULE : HAIRLINE),
  paddingTop: () => 3.5,
  paddingBottom: () => 3.5,
}

/** The first page begins with the title; its header shows only the source system. */
function runningHead(model: PrintModel, isFirst: boolean): Content {
  return {
    margin: [MARGIN.side, 26, MARGIN.side, 0],
    fontSize: 8,
    color: SOFT,
    columns: [
      { width: '*', text: isFirst ? model.source : `${model.title}   ${model.no}` },
      { width: 130, text: isFirst ? '' : model.state, alignment: 'right' },
    ],
  }
}

function foot(model: PrintModel, page: number, pages: number): Content {
  const numbers = model.texts.page.replace('{page}', String(page)).replace('{pages}', String(pages))
  return {
    margin: [MARGIN.side, 16, MARGIN.side, 0],
    fontSize: 7.5,
    color: SOFT,
    columns: [
      { width: '*', text: model.foot },
      { width: 100, text: numbers, alignment: 'right' },
    ],
  }
}

/** Writes the name of the person who printed the paper over the whole page, light enough to read through. */
function watermark(text: string): Content {
  const safe = text.replace(/[<>&"']/g, ' ')
  const places = [130, 400, 670].flatMap((y, row) => [40, 330].map((x) => [x - (row % 2) * 60, y] as const))
  const marks = places.map(
    ([x, y]) =>
      `<text x="${x}" y="${y}" transform="rotate(-24 ${x} ${y})" font-family="${FONT}" font-size="15" fill="#223" fill-opacity="0.07">${safe}</text>`,
  )
  return { svg: `<svg width="${PAGE.width}" height="${PAGE.height}">${marks.join('')}</svg>` }
}
