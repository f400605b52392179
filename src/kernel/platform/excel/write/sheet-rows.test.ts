import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../read/read-workbook.ts'
import { limits, refusal, textRows, workbookOf, workbookParts, zipOf } from '../workbook-fixture.ts'

describe('the cells of a workbook', () => {
  it('cells keep every digit of a number and never use the cached value of a formula', async () => {
    const rows =
      textRows([['n']]) +
      '<row r="4"><c r="A4"><v>123456789012345678.12</v></c><c r="C4"><v>1234.5600000000001</v></c><c r="D4"><v>1E+30</v></c></row>' +
      '<row r="5"><c r="A5"><f>SUM(B1:B9)</f><v>5</v></c><c r="B5" t="str"><f t="shared" si="0"/><v>x</v></c></row>' +
      '<row r="6"><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c t="str"><v>made &amp; kept</v></c></row>'
    expect((await readSheet(workbookOf({ rows }), limits)).rows).toEqual([
      {
        row: 4,
        cells: [
          { kind: 'number', text: '123456789012345678.12' },
          { kind: 'empty' },
          { kind: 'number', text: '1234.5600000000001' },
          { kind: 'number', text: '1E+30' },
        ],
      },
      {
        row: 5,
        cells: [
          { kind: 'formula', text: '=SUM(B1:B9)' },
          { kind: 'formula', text: '=' },
        ],
      },
      {
        row: 6,
        cells: [
          { kind: 'boolean', text: 'TRUE' },
          { kind: 'error', text: '#REF!' },
          { kind: 'text', text: 'made & kept' },
        ],
      },
    ])
  })

  it('cells are read as dates by their format, in both calendars of Excel', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="[Red]#,##0.00\\ &quot;days&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
    const rows = `${textRows([['d']])}<row>${[0, 1, 2, 3].map((style) => `<c s="${style}"><v>45292.5</v></c>`).join('')}</row>`
    const cells = (await readSheet(workbookOf({ rows, styles }), limits)).rows[0]?.cells
    expect(cells?.map((cell) => cell.kind)).toEqual(['number', 'date', 'date', 'number'])
    expect(cells?.[1]).toEqual({ kind: 'date', text: '2024-01-01 12:00:00' })
  })

  it('cells give the text of a link, and other workbooks are not opened', async () => {
    const sheet =
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Site</t></is></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>see here</t></is></c><c r="B2"><f>[1]Sheet1!A1</f><v>7</v></c></row></sheetData>' +
      '<hyperlinks><hyperlink ref="A2" r:id="rId9" display="elsewhere"/></hyperlinks></worksheet>'
    const link = `<Relationships><Relationship Id="rId9" Type="http://x/hyperlink" Target="http://localhost:1/" TargetMode="External"/></Relationships>`
    const bytes = zipOf([
      ...workbookParts({ sheet }),
      { name: 'xl/worksheets/_rels/sheet1.xml.rels', content: link },
      { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' },
    ])
    expect((await readSheet(bytes, limits)).rows[0]?.cells).toEqual([
      { kind: 'text', text: 'see here' },
      { kind: 'formula', text: '=[1]Sheet1!A1' },
    ])
  })

  it('a cell of more than a megabyte is refused without being held', async () => {
    const text = Array.from({ length: 200_000 }, (_, number) => String(number)).join(' ')
    const cell = (length: number) => `<row><c t="inlineStr"><is><t>${text.slice(0, length)}</t></is></c></row>`
    expect(await refusal(workbookOf({ rows: cell(900_000) + cell(1) }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: cell(1_200_000) + cell(1) }))).toBe('excel.notWorkbook')
  })

  it('cells join the runs of rich text and leave out phonetic text', async () => {
    const sharedStrings =
      '<si><r><rPr/><t>预</t></r><r><t xml:space="preserve">算 </t></r><rPh sb="0" eb="1"><t>yu</t></rPh></si>'
    const rows = '<row><c t="s"><v>0</v></c></row><row><c t="inlineStr"><is><t>a_x000D_b</t></is></c></row>'
    const sheet = await readSheet(workbookOf({ rows, sharedStrings }), limits)
    expect(sheet.header).toEqual(['预算'])
    expect(sheet.rows[0]?.cells).toEqual([{ kind: 'text', text: 'a\rb' }])
  })

  it('the first visible sheet is read, or the named one', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'lists', hidden: true, rows: [['hidden'], ['1']] },
        { name: 'Data', rows: [['first'], ['1']] },
        { name: 'More', rows: [['second'], ['1']] },
        { name: 'None', rows: [] },
      ],
    })
    expect((await readSheet(bytes, limits)).header).toEqual(['first'])
    expect((await readSheet(bytes, { ...limits, sheet: 'More' })).header).toEqual(['second'])
    expect(await refusal(bytes, { sheet: 'Other' })).toBe('excel.sheetMissing')
    expect(await refusal(bytes, { sheet: 'None' })).toBe('excel.emptySheet')
    expect(await refusal(workbookOf({ workbook: '<workbook><sheets/></workbook>' }))).toBe('excel.notWorkbook')
  })

  it('any written grid of texts and decimals reads back the same', { timeout: 30_000 }, async () => {
    // A workbook holds no control characters and no lone surrogates; blanks are not distinguished.
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((value) => !/[\p{Cc}\ufffe\uffff]/u.test(value))
    const decimal = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100)
    const grid = fc.array(fc.array(fc.oneof(text, decimal), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(grid, async (rows) => {
        const sheet = await readSheet(await writeXlsx({ sheets: [{ name: 'S', rows: [['header'], ...rows] }] }), limits)
        expect(
          sheet.rows.map(({ cells }) =>
            cells.map((cell) => (cell.kind === 'number' ? Number(cell.text) : 'text' in cell && cell.text)),
          ),
        ).toEqual(rows)
      }),
      { numRuns: 60 },
    )
  })
})
