import {
  type Batches,
  type CellInput,
  type CellKind,
  couldRun,
  isExactNumber,
  type WrittenColumn,
  zoneMinutes,
} from './sheet-cells.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
  readonly batches: Batches
}

/** Characters that a cell can hold. */
const CELL_CHARACTERS = 32_767

/** Styles of the workbook by their place in `styles.xml`. */
const STYLE = { head: 1, headRight: 2, text: 3, guarded: 4, amount: 5, integer: 6, instant: 7 } as const

const WIDTHS: Record<CellKind, number> = { text: 24, code: 18, amount: 18, integer: 10, instant: 17 }

/** An xlsx file as a stream of its bytes. Dates stand in the zone of the file. */
export function workbookStream(sheets: readonly WrittenSheet[], zone: string): AsyncGenerator<Buffer> {
  const minutes = zoneMinutes(zone)
  const fixed: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook(sheets.map((sheet) => sheet.name))],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', STYLES],
  ]
  const parts: ZipPart[] = [
    ...fixed.map(([name, text]) => ({ name, text: once(text) })),
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, text: sheetXml(sheet, minutes) })),
  ]
  return zipStream(parts)
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function* sheetXml({ columns, batches }: WrittenSheet, minutes: number): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(({ title, kind }, index) => {
    const width = Math.min(60, Math.max(WIDTHS[kind], displayWidth(title) + 3))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const head = columns.map(({ title, kind }, index) => {
    const style = kind === 'amount' || kind === 'integer' ? STYLE.headRight : STYLE.head
    return textCell(`${letters[index]}1`, title, style)
  })
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`
  const kinds = columns.map(({ kind }) => kind)
  let row = 1
  for await (const batch of batches) {
    let text = ''
    for (const cells of batch) {
      row += 1
      text += `<row r="${row}">`
      for (let index = 0; index < kinds.length; index += 1) {
        text += cellXml(`${letters[index]}${row}`, kinds[index]!, cells[index], minutes)
      }
      text += '</row>'
    }
    if (text !== '') yield text
  }
  yield '</sheetData></worksheet>'
}

function cellXml(at: string, kind: CellKind, value: CellInput, minutes: number): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return numberCell(at, String(serialDay(value, minutes)), STYLE.instant)
  if (kind === 'integer' && typeof value === 'number') return numberCell(at, String(value), STYLE.integer)
  const text = String(value)
  // The decimal text goes into the file as it is: an amount is never a JavaScript number (law 6).
  if (kind === 'amount' && isExactNumber(text)) return numberCell(at, text, STYLE.amount)
  return textCell(at, text, couldRun(text) ? STYLE.guarded : STYLE.text)
}

function numberCell(at: string, value: string, style: number): string {
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`
}

/**
 * Always a text to the program that opens it, whatever it begins with. A text that could run elsewhere also carries
 * the mark of a typed apostrophe (`quotePrefix`), so that it stays one when the cell is edited.
 */
function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since 30 December 1899, as a clock on the wall of the zone shows them. */
function serialDay(at: Date, minutes: number): number {
  const seconds = Math.round(at.getTime() / 1000) + minutes * 60
  return Math.round((seconds / 86_400 + 25_569) * 1e6) / 1e6
}

const SPECIAL = /[&<>_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/** XML has no way to write most control characters; the format writes them as `_x000D_`, and so that text itself as `_x005F_x000D_`. */
function xmlText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? text.slice(0, CELL_CHARACTERS) : text
  if (!SPECIAL.test(cut)) return cut
  return cut
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (mark) =>
      mark === '\n' || mark === '\t' ? mark : `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** A Chinese character takes two places of a digit. */
function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => width + (character > '\u2E7F' ? 2 : 1), 0)
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypes(sheets: number): string {
  const overrides = Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${sheetName(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** At most 31 characters, none of which stands for something in a reference. */
function sheetName(name: string): string {
  const plain = name.replace(/[\\/?*[\]:'"]/g, ' ').slice(0, 31)
  return xmlText(plain)
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
const cellStyles = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
]
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00;[Red]\\-#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
