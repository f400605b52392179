import { zoneMinutes } from '#kernel/base/clock/zoned-time.ts'
import { type HeadNote, noteShapesXml, notesXml } from '../sheet-notes.ts'
import { STYLES } from '../sheet-styles.ts'
import { MAIN, OFFICE, XML, xmlText } from '../sheet-xml.ts'
import { NOTE_SHAPES, sheetXml, type WrittenSheet } from './write-sheet.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

export type { WrittenSheet }

/** An xlsx file as a byte stream. Dates are in the zone of the file. */
export function workbookStream(sheets: readonly WrittenSheet[], zone: string): AsyncGenerator<Buffer> {
  const minutes = zoneMinutes(zone)
  const fixed: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', STYLES],
    ...sheets.flatMap(({ form }, index) => (form?.notes?.length ? noteParts(form.notes, index + 1) : [])),
  ]
  const parts: ZipPart[] = [
    ...fixed.map(([name, text]) => ({ name, bytes: once(text) })),
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      bytes: sheetXml(sheet, minutes),
      isLarge: sheet.isLarge === true,
    })),
  ]
  return zipStream(parts)
}

function noteParts(notes: readonly HeadNote[], number: number): [string, string][] {
  const [shapes, texts] = [`drawings/vmlDrawing${number}.vml`, `comments${number}.xml`]
  const related = relations([
    ['vmlDrawing', `../${shapes}`, NOTE_SHAPES],
    ['comments', `../${texts}`],
  ])
  return [
    [`xl/worksheets/_rels/sheet${number}.xml.rels`, related],
    [`xl/${shapes}`, noteShapesXml(notes)],
    [`xl/${texts}`, notesXml(notes)],
  ]
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const overrides = sheets.flatMap(({ form }, index) => [
    `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    ...(form?.notes?.length
      ? [`<Override PartName="/xl/comments${index + 1}.xml" ContentType="${TYPE}.comments+xml"/>`]
      : []),
  ])
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`
}

function relations(targets: readonly (readonly [type: string, target: string, id?: string])[]): string {
  const entries = targets.map(
    ([type, target, id], index) =>
      `<Relationship Id="${id ?? `rId${index + 1}`}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

function workbook(written: readonly WrittenSheet[]): string {
  const sheets = written.map(({ name, form }, index) => {
    const state = form?.isHidden ? ' state="hidden"' : ''
    return `<sheet name="${sheetName(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`
  })
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/** At most 31 characters, without those that have a meaning in references. */
function sheetName(name: string): string {
  const plain = name.replace(/[\\/?*[\]:'"]/g, ' ').slice(0, 31)
  return xmlText(plain)
}
