import type { ItemCounts } from '#kernel/engine/definition/items.ts'
import type { StoredItem } from '#kernel/engine/items/item-store.ts'
import { setImmediate } from 'node:timers/promises'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { shareOf } from '#kernel/engine/document/action/partial-approval-share.ts'
import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import { axisStatePath } from '#kernel/engine/document/axes/axis-looks.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { lineFieldsPath, partsOf, rowsOf as rowsOfPart } from '#kernel/engine/definition/parts.ts'
import {
  type Fact,
  type FullView,
  headingText,
  isPrice,
  type Names,
  viewOf,
  nameOf,
} from '#kernel/engine/definition/view.ts'
import { writtenFact } from '#kernel/engine/definition/written-fact.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { formatExact } from '#kernel/base/money/exact-text.ts'
import { chineseCapital } from '#kernel/base/money/chinese-capital.ts'
import { type Amount, amount, amountText, formatAmount, readAmount, zero } from '#kernel/base/money/money.ts'
import { recordActs } from './build-record.ts'
import type {
  PrintColumn,
  PrintFact,
  PrintModel,
  PrintSections,
  PrintSum,
  PrintTable,
  PrintTotal,
} from './print-model.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'

export interface PrintInput {
  readonly document: ServerDocument
  readonly loaded: LoadedDocument
  readonly names: Names
  readonly context: RequestContext
  readonly sections: PrintSections
  /** What its items come to, with the first of them; null where it has none. */
  readonly items?: PrintedItems | null
}

/** Paper shows how many items there are, and a first page of them. */
export const ITEMS_ON_PAPER = 50

interface PrintedItems {
  readonly counts: ItemCounts
  readonly first: readonly StoredItem[]
}

type Values = Readonly<Record<string, unknown>>
type Printed = AnyDocument

/** The inputs for the model of a document: texts in the reader's language, names, view. */
interface Reader {
  readonly language: Language
  readonly names: Names
  readonly view: FullView
  /** Currency of the document's amounts and prices. */
  readonly currency: string
  /** A text below the document's own: `fields.reason`. */
  readonly text: (path: string) => string
}

const EMPTY = '/'

/** A text of this many characters has a line of its own among the facts. */
const LONG_FACT = 40

/** Formats a document: codes with names, amounts with separators, times in its organisation's zone. */
export async function buildModel(input: PrintInput): Promise<PrintModel> {
  const { loaded, context, sections } = input
  const { definition } = input.document
  const { language, principal, now } = context
  const view = viewOf(definition)
  const reader: Reader = {
    language,
    names: input.names,
    view,
    currency: textOf(view.currency === null ? null : loaded.wire[view.currency]),
    text: (path) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`),
  }
  const texts = kernelTexts(language).print
  const { wire } = loaded
  const zone = String(wire['timezone'])
  const submittedAt = typeof wire['submittedAt'] === 'string' ? wire['submittedAt'] : null
  const began = new Date(submittedAt ?? String(wire['createdAt']))
  const drafter = wire['drafter'] as { readonly name: string; readonly account: string }
  const printed = { name: principal.name, account: principal.account, time: zonedTime(now, zone), zone }
  return {
    language,
    source: kernelTexts(language).app.title,
    title: headingText(reader.view, reader.text, wire),
    no: String(wire['no']),
    state: stateOf(reader, loaded),
    byline: [
      `${drafter.name} ${drafter.account}`,
      interpolate(submittedAt ? texts.submittedAt : texts.createdAt, { time: zonedTime(began, zone) }),
    ],
    watermark: `${principal.name} ${principal.account}`,
    content: sections === 'record' ? null : await contentOf(reader, definition, loaded, input.items ?? null),
    record: sections === 'content' ? null : { acts: recordActs(loaded, language, zone) },
    foot: interpolate(texts.printed, printed),
    texts: { ...texts, columns: [texts.step, texts.people, texts.outcome, texts.at, texts.note] },
  }
}

/** An earlier round is printed as it ended, whatever happened to the document since. */
function stateOf({ text, language }: Reader, { approval, wire, row }: LoadedDocument): string {
  if (!approval || wire['isEarlierRound'] !== true) return text(`states.${row.state}`)
  const { state } = approval
  return state === 'approved' || state === 'rejected'
    ? text(`states.${state}`)
    : kernelTexts(language).approval.states[state]
}

async function contentOf(
  reader: Reader,
  definition: Printed,
  loaded: LoadedDocument,
  items: PrintedItems | null,
): Promise<PrintModel['content']> {
  const { wire } = loaded
  const tables: PrintTable[] = []
  for (const part of [definition, ...partsOf(definition)]) {
    const rows = rowsOfPart(part, loaded)
    // A further table that may be empty needs no room on paper then.
    if (part.part === undefined || rows.length > 0)
      tables.push(await tableOf({ ...reader, view: viewOf(part) }, part, wire, rows))
  }
  if (items && items.counts.total > 0) tables.push(tableOfItems(reader, definition, items))
  return {
    facts: [
      ...reader.view.facts.flatMap((group) => group.map((fact) => printFact(reader, definition.fields, fact, wire))),
      ...axisFacts(reader, definition, wire),
      ...attachmentFacts(reader, wire),
    ],
    tables,
    total: totalOf(reader, definition, wire),
  }
}

/** Counts, and a first page: a list of a hundred thousand numbers is a file. */
function tableOfItems(
  { language, names, text }: Reader,
  { lines }: Printed,
  { counts, first }: PrintedItems,
): PrintTable {
  const { print, page } = kernelTexts(language)
  const product = Object.values(lines).find(({ refersTo }) => refersTo?.names !== undefined)
  const column = (title: string): PrintColumn => ({ title, align: 'left', isCode: false })
  return {
    title: print.items,
    note: interpolate(print.itemsShown, { ...counts, shown: first.length }),
    columns: [page.sheet.lineNo, print.item, print.itemGroup, print.itemOutcome].map(column),
    rows: first.map(({ no, number, group, state, reason }) => [
      String(no),
      number,
      group === null ? EMPTY : ((product && nameOf(product, names, group)) ?? group),
      reason === null ? print.itemOutcomes[state] : text(`reasons.${reason}`),
    ]),
    sums: [],
  }
}

/** The lines, or the rows of a further table under its own name. */
async function tableOf(
  reader: Reader,
  definition: Printed,
  wire: Values,
  lines: readonly Values[],
): Promise<PrintTable> {
  const columns = filledColumns(reader.view.lines.columns, definition.lines, lines)
  const marks = Object.keys(definition.axes ?? {}).filter((axis) => lines.some((line) => textOf(line[axis]) !== ''))
  const { print, page } = kernelTexts(reader.language)
  return {
    title: definition.part === undefined ? print.lines : reader.text(`fields.${definition.part}`),
    columns: [
      { title: page.sheet.lineNo, align: 'left', isCode: true },
      ...columns.map((name): PrintColumn => {
        const field = definition.lines[name]
        const isNumber = field?.kind === 'money' || field?.kind === 'decimal' || isCount(field)
        const title = reader.text(`${lineFieldsPath(definition)}.${name}`)
        return { title, align: isNumber ? 'right' : 'left', isCode: isNumber }
      }),
      ...marks.map((axis): PrintColumn => ({ title: reader.text(`fields.${axis}`), align: 'left', isCode: false })),
    ],
    rows: await rowsOf(reader, definition, columns, marks, lines),
    sums: sumsOf(reader, columns, wire, lines),
  }
}

/** So many lines take a few milliseconds; then other requests get a turn. */
const AT_ONCE = 500

/** Formatting ten thousand lines in one go would block every other request for a tenth of a second. */
async function rowsOf(
  reader: Reader,
  definition: Printed,
  columns: readonly string[],
  marks: readonly string[],
  lines: readonly Values[],
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  for (const line of lines) {
    if (rows.length % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const states = marks.map((axis) => {
      const state = textOf(line[axis])
      return state ? textAt(reader.language, axisStatePath(definition, axis, state)) : EMPTY
    })
    const values = columns.map((name) => lineValue(reader, definition, name, line))
    rows.push([String(line['lineNo']), ...values, ...states])
  }
  return rows
}

/** A quantity with separators; among the facts it may be a year. Of amounts reduced with their line, the approved and the requested one. */
function lineValue(reader: Reader, { lines: fields, partialApproval }: Printed, name: string, line: Values): string {
  // As amounts do, exact prices stand without their currency in a table.
  const value = valueOf(fields[name]?.exact ? { ...reader, currency: '' } : reader, fields, name, line)
  if (isCount(fields[name])) return formatExact(value, 0)
  const [asked, agreed, whole] = [partialApproval?.asked, partialApproval?.approved, name].map((each) =>
    textOf(line[each ?? '']),
  )
  if (!partialApproval?.along?.includes(name) || !asked || !agreed || !whole || agreed === asked) return value
  const { askedFor } = kernelTexts(reader.language).page.document
  return `${formatAmount(shareOf(whole, amount(agreed), asked))}\n${askedFor} ${value}`
}

/** An amount among the facts stands alone, so it includes its currency. */
function printFact(reader: Reader, fields: Fields, fact: Fact, wire: Values): PrintFact {
  const said = valueOf(reader, fields, fact, wire)
  const isMoney = typeof fact === 'string' && fields[fact]?.kind === 'money' && said !== EMPTY
  const value = isMoney ? `${said} ${reader.currency}`.trim() : said
  const isLong = value.length > LONG_FACT || value.includes('\n')
  return { label: reader.text(`fields.${typeof fact === 'string' ? fact : fact.label}`), value, isLong }
}

/** The states of its axes, in words. */
function axisFacts({ language, text }: Reader, definition: Printed, wire: Values): readonly PrintFact[] {
  return Object.keys(definition.axes ?? {}).flatMap((axis) => {
    const state = textOf(wire[axis])
    const value = state && textAt(language, axisStatePath(definition, axis, state))
    return value ? [{ label: text(`fields.${axis}`), value, isLong: false }] : []
  })
}

/** Attachments are listed with name and size, since paper cannot hold them. */
function attachmentFacts({ language }: Reader, { attachments }: Values): readonly PrintFact[] {
  const files = (attachments ?? []) as readonly AttachmentView[]
  if (files.length === 0) return []
  const value = files.map(({ name, size }) => `${name} (${sizeText(size)})`).join('\n')
  return [{ label: kernelTexts(language).page.attachments.title, value, isLong: true }]
}

/** Drafts contain raw input, which may be no amount. */
function valueOf(reader: Reader, fields: Fields, fact: Fact, values: Values): string {
  const { names, text } = reader
  const field = typeof fact === 'string' ? fields[fact] : undefined
  const raw = typeof fact === 'string' ? values[fact] : null
  if (field?.kind === 'choice' && typeof raw === 'string' && raw !== '' && !field.options?.includes(raw)) return raw
  const value = writtenFact({ fields, names, text, style: 'coded' }, fact, values)
  if (value === '') return EMPTY
  if (field && isPrice(field, values)) return `${value} ${reader.currency}`.trim()
  return field?.kind === 'money' && isAmount(value) ? formatAmount(value) : value
}

/** Only columns with content: paper has no room for columns that are empty on every line. */
function filledColumns(columns: readonly string[], fields: Fields, lines: readonly Values[]): readonly string[] {
  const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''
  return columns.filter((name) => fields[name]?.required || lines.some((line) => isFilled(line[name])))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isAmount(text: string): boolean {
  return typeof readAmount(text) !== 'string'
}

/** The sum of the view's column, one for each currency: amounts of two currencies are never added. */
function sumsOf(
  reader: Reader,
  columns: readonly string[],
  wire: Values,
  lines: readonly Values[],
): readonly PrintSum[] {
  const { sum } = reader.view.lines
  const index = sum === null ? -1 : columns.indexOf(sum)
  if (sum === null || index === -1 || lines.length === 0) return []
  const totals = new Map<string, Amount>()
  for (const line of lines) {
    const value = typeof line[sum] === 'string' ? readAmount(line[sum]) : 'notAmount'
    if (typeof value === 'string') continue
    const currency = currencyOf(reader, line) || currencyOf(reader, wire)
    totals.set(currency, (totals.get(currency) ?? zero).plus(value))
  }
  const values = [...totals].map(([currency, total]) => `${formatAmount(amountText(total))} ${currency}`.trim())
  // The line number precedes the view's columns.
  return [{ column: index + 1, values }]
}

function currencyOf({ view }: Reader, values: Values): string {
  return textOf(view.currency === null ? null : values[view.currency])
}

/** The document's own total as the server computed it, and for Chinese readers its capital amount under it. */
function totalOf(reader: Reader, { partialApproval }: Printed, wire: Values): PrintTotal | null {
  const name = reader.view.amount
  const asked = name === null ? null : wire[name]
  if (typeof asked !== 'string' || !isAmount(asked)) return null
  const currency = currencyOf(reader, wire)
  const agreed = textOf(wire[partialApproval?.total ?? ''])
  const isReduced = agreed !== '' && agreed !== asked
  const total = isReduced ? agreed : asked
  return {
    label: reader.text(`fields.${isReduced ? partialApproval?.total : name}`),
    asked: isReduced ? `${reader.text(`fields.${name}`)}   ${formatAmount(asked)} ${currency}`.trim() : null,
    value: `${formatAmount(total)} ${currency}`.trim(),
    capital: reader.language === 'zh' ? `${currency} ${chineseCapital(total)}`.trim() : null,
  }
}
