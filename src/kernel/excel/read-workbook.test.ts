import { once } from 'node:events'
import { createDeflateRaw } from 'node:zlib'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/errors/errors.ts'
import type { ReadOptions } from './read-rows.ts'
import { readSheet } from './read-workbook.ts'
import { type FixturePart, textRows, workbookOf, workbookParts, zipOf } from './workbook-fixture.ts'

const limits: ReadOptions = { maxBytes: 10_000_000, maxUncompressedBytes: 50_000_000, maxRows: 10_000, maxColumns: 20 }

async function refusal(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadOptions> = {},
): Promise<string> {
  try {
    await readSheet(source, { ...limits, ...options })
  } catch (error) {
    if (error instanceof Refused) return error.first.key
    throw error
  }
  return 'accepted'
}

const good = textRows([
  ['Code', 'Name'],
  ['A1', 'First'],
])

/** A header and rows of numbers, as varied as those of a real file. */
function numberRows(count: number): string {
  return (
    textRows([['Code']]) +
    Array.from({ length: count }, (_, row) => `<row r="${row + 2}"><c r="A${row + 2}"><v>${row}.5</v></c></row>`).join(
      '',
    )
  )
}

/** A head and then megabytes of one pattern, packed piece by piece. */
async function packedPattern(
  head: string,
  pattern: string,
  megabytes: number,
): Promise<{ packed: Uint8Array; bytes: number }> {
  const deflate = createDeflateRaw({ level: 1 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const block = Buffer.alloc(8 * 1024 * 1024, pattern)
  deflate.write(head)
  for (let round = 0; round < megabytes / 8; round += 1) if (!deflate.write(block)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  return { packed: Buffer.concat(chunks), bytes: head.length + (megabytes / 8) * block.length }
}

/** Replaces the packed content of the last part, declaring what the test says. */
function withSheet(packed: Uint8Array, declaredBytes: number): Uint8Array {
  const parts = workbookParts({ sheet: packed })
  const bytes = Buffer.from(
    zipOf(parts.map((part, index) => (index === parts.length - 1 ? { ...part, stored: true, declaredBytes } : part))),
  )
  const local = bytes.lastIndexOf('PK\x03\x04', undefined, 'latin1')
  const central = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  bytes.writeUInt16LE(8, local + 8)
  bytes.writeUInt16LE(8, central + 10)
  return bytes
}

describe('what is no workbook', () => {
  it.each([
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array<number>(200).fill(7))],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\0\x03\0'), Buffer.alloc(200, 0xff)])],
    ['a pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a csv', Buffer.from('Code,Name\nA1,First\n')],
    ['a zip with a workbook in it', zipOf([{ name: 'book.xlsx', content: workbookOf({ rows: good }) }])],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['nothing', new Uint8Array()],
    ['a zip of something else', zipOf([{ name: 'word/document.xml', content: '<document/>' }])],
    ['the first bytes of a zip alone', Buffer.from('PK\x03\x04')],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('excel.notWorkbook')
  })

  it('names encryption, of the whole file and of one part', async () => {
    const container = Buffer.concat([
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      Buffer.alloc(1024),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(512),
    ])
    expect(await refusal(container)).toBe('excel.encrypted')
    expect(await refusal(zipOf(workbookParts({ rows: good }).map((part) => ({ ...part, flags: 1 }))))).toBe(
      'excel.encrypted',
    )
    const written = await writeXlsx({
      sheets: [{ name: 'S', rows: [['a']] }],
      encryption: { password: 'x', spinCount: 10 },
    })
    expect(await refusal(written)).toBe('excel.encrypted')
  })

  it('refuses a file that was cut off, wherever it was', async () => {
    const whole = workbookOf({ rows: good })
    for (let length = 3; length < whole.length; length += 37)
      expect(await refusal(whole.subarray(0, length))).toBe('excel.notWorkbook')
  })

  it('refuses damaged content: a wrong checksum, a broken stream, XML that ends early', async () => {
    const bytes = Buffer.from(workbookOf({ rows: good }))
    bytes.writeUInt32LE(1, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 16)
    expect(await refusal(bytes)).toBe('excel.notWorkbook')
    expect(await refusal(withSheet(Buffer.alloc(100, 0xff), 5000))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: `<worksheet><sheetData>${good}` }))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: Uint8Array.of(0xff, 0xfe, 0x3c, 0x00) }))).toBe('excel.notWorkbook')
  })

  it('refuses two parts of one name and a shared text that is not there', async () => {
    const parts = workbookParts({ rows: good })
    expect(
      await refusal(zipOf([...parts, ...parts.slice(-1).map((part) => ({ ...part, name: part.name.toUpperCase() }))])),
    ).toBe('excel.notWorkbook')
    expect(
      await refusal(workbookOf({ rows: '<row><c t="s"><v>7</v></c></row>', sharedStrings: '<si><t>a</t></si>' })),
    ).toBe('excel.notWorkbook')
  })

  it('knows no document type, so no entity of the file and none from outside', async () => {
    const head = (declaration: string) =>
      `<?xml version="1.0"?>${declaration}<worksheet><sheetData>${good}</sheetData></worksheet>`
    expect(await refusal(workbookOf({ sheet: head('') }))).toBe('accepted')
    expect(await refusal(workbookOf({ sheet: head('<!DOCTYPE a [<!ENTITY b "c">]>') }))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: head('<!DOCTYPE a SYSTEM "file:///etc/passwd">') }))).toBe(
      'excel.notWorkbook',
    )
    expect(await refusal(workbookOf({ rows: textRows([['Code'], ['&b;']]) }))).toBe('excel.notWorkbook')
  })

  it('follows no path out of the file and no address', async () => {
    const parts = workbookParts({ rows: good })
    const swapped = (target: string, mode = '') =>
      zipOf(
        parts.map((part) =>
          part.name === 'xl/_rels/workbook.xml.rels'
            ? {
                ...part,
                content: String(part.content).replace('Target="worksheets/sheet1.xml"', `Target="${target}"${mode}`),
              }
            : part,
        ),
      )
    expect(await refusal(swapped('../../../../etc/passwd'))).toBe('excel.notWorkbook')
    expect(await refusal(swapped('https://localhost/sheet1.xml', ' TargetMode="External"'))).toBe('excel.notWorkbook')
    expect(await refusal(swapped('worksheets/sheet1.xml', ' TargetMode="External"'))).toBe('excel.notWorkbook')
    expect(await refusal(swapped('/xl/../xl/worksheets/./sheet1.xml'))).toBe('accepted')
  })
})

describe('ceilings', { timeout: 30_000 }, () => {
  it('stops a file that is too large while it arrives', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1
        yield Buffer.alloc(100_000)
      }
    }
    expect(await refusal(endless())).toBe('excel.tooLarge')
    expect(sent).toBe(101)
    expect(await refusal(workbookOf({ rows: good }), { maxBytes: 100 })).toBe('excel.tooLarge')
  })

  it('opens no bomb of a gigabyte, be it one that says what it is or one that lies', async () => {
    const { packed, bytes } = await packedPattern('', '\0', 1024)
    const before = process.memoryUsage.rss()
    expect(await refusal(withSheet(packed, bytes))).toBe('excel.bomb')
    expect(await refusal(withSheet(packed, 10_000))).toBe('excel.bomb')
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  it('opens no bomb that stays within the ceiling by its ratio, nor one by its size', async () => {
    const { packed, bytes } = await packedPattern('<worksheet><sheetData><row>', '<c/>', 16)
    expect(await refusal(withSheet(packed, bytes), { maxUncompressedBytes: 2 ** 31 })).toBe('excel.bomb')
    expect(await refusal(withSheet(packed, 10_000_000))).toBe('excel.bomb')
  })

  it('counts all parts together, declared and unpacked', async () => {
    const padding: FixturePart[] = [1, 2, 3].map((index) => ({
      name: `xl/media/${index}.bin`,
      content: Buffer.alloc(1000, index),
    }))
    const bytes = zipOf([...workbookParts({ rows: good }), ...padding])
    expect(await refusal(bytes, { maxUncompressedBytes: 4000 })).toBe('excel.bomb')
    expect(await refusal(bytes, { maxUncompressedBytes: 6000 })).toBe('accepted')
  })

  it('refuses thousands of parts, and never opens a file within the file', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ name: `p${index}`, content: '' }))
    expect(await refusal(zipOf(many))).toBe('excel.bomb')
    const nested = { name: 'xl/embeddings/inner.xlsx', content: Buffer.alloc(100, 1) }
    expect(await refusal(zipOf([...workbookParts({ rows: good }), nested]))).toBe('accepted')
  })

  it('opens no bomb whose parts share their bytes', async () => {
    const bytes = Buffer.from(zipOf([...workbookParts({ rows: good }), { name: 'a.bin', content: 'x' }]))
    const entry = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')
    // The last entry of the directory says that its content is where that of the first is.
    bytes.writeUInt32LE(0, entry + 42)
    expect(await refusal(bytes)).toBe('excel.bomb')
  })

  it('refuses more shared texts than cells could show, and elements within elements without end', async () => {
    expect(await refusal(workbookOf({ rows: good, sharedStrings: '<si/>'.repeat(1_000_000) }))).toBe('excel.bomb')
    expect(await refusal(workbookOf({ rows: good, sharedStrings: '<si/>'.repeat(1000) }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: `${good}${'<a>'.repeat(100)}${'</a>'.repeat(100)}` }))).toBe(
      'excel.notWorkbook',
    )
  })

  it('counts a shared text as often as it is used', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`
    const bytes = workbookOf({ rows: row.repeat(1000), sharedStrings: `<si><t>${'x'.repeat(30_000)}</t></si>` })
    expect(await refusal(bytes)).toBe('excel.bomb')
  })

  it('refuses 200,000 rows against 10,000 without reading them all', async () => {
    // Whoever read on would find that it is broken there.
    const bytes = workbookOf({ rows: `${numberRows(200_000)}</broken>` })
    expect(await refusal(bytes)).toBe('excel.tooManyRows')
    expect(await refusal(bytes, { maxRows: 200_000 })).toBe('excel.notWorkbook')
  })

  it('takes as many rows as the limit, blank ones not counted', async () => {
    const blank = '<row><c s="1"/><c/></row>'.repeat(50)
    const rows = (count: number) => blank + textRows([['Code'], ...Array.from({ length: count }, () => ['a'])]) + blank
    expect(await refusal(workbookOf({ rows: rows(5) }), { maxRows: 5 })).toBe('accepted')
    expect(await refusal(workbookOf({ rows: rows(6) }), { maxRows: 5 })).toBe('excel.tooManyRows')
  })

  it('takes as many columns as the limit, wherever a cell says it stands', async () => {
    expect(await refusal(workbookOf({ rows: '<row><c r="T1"><v>1</v></c></row>' }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: '<row><c r="U1"><v>1</v></c></row>' }))).toBe('excel.tooManyColumns')
    expect(await refusal(workbookOf({ rows: '<row><c r="XFD1"/></row>' }))).toBe('excel.emptySheet')
    expect(await refusal(workbookOf({ rows: '<row><c r="ZZZZ1"><v>1</v></c></row>' }))).toBe('excel.notWorkbook')
  })

  it('gives up in time and lets the thread go', async () => {
    const bytes = workbookOf({ rows: numberRows(100_000) })
    expect(await refusal(bytes, { maxRows: 1_000_000, timeoutMs: 20 })).toBe('excel.timeout')
    expect(await refusal(bytes, { maxRows: 1_000_000 })).toBe('accepted')
  })

  it('goes on with other work while it reads a large file, and queues more than it has threads for', async () => {
    const bytes = workbookOf({ rows: numberRows(60_000) })
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 2)
    const sheets = await Promise.all([1, 2, 3].map(() => readSheet(bytes, { ...limits, maxRows: 60_000 })))
    clearInterval(timer)
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([60_000, 60_000, 60_000])
    expect(ticks).toBeGreaterThan(20)
  })
})

describe('what stands in the cells', () => {
  it('keeps every digit of a number and never takes the cached value of a formula', async () => {
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

  it('reads dates by their format, in both calendars of Excel', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="[Red]#,##0.00\\ &quot;days&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
    const rows = `${textRows([['d']])}<row>${[0, 1, 2, 3].map((style) => `<c s="${style}"><v>45292.5</v></c>`).join('')}</row>`
    const cells = (await readSheet(workbookOf({ rows, styles }), limits)).rows[0]?.cells
    expect(cells?.map((cell) => cell.kind)).toEqual(['number', 'date', 'date', 'number'])
    expect(cells?.[1]).toEqual({ kind: 'date', text: '2024-01-01 12:00:00' })
  })

  it('takes the text of a link for what it is, and knows no other workbook', async () => {
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

  it('holds a cell of a megabyte no longer than it takes to refuse it', async () => {
    const text = Array.from({ length: 200_000 }, (_, number) => String(number)).join(' ')
    const cell = (length: number) => `<row><c t="inlineStr"><is><t>${text.slice(0, length)}</t></is></c></row>`
    expect(await refusal(workbookOf({ rows: cell(900_000) + cell(1) }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: cell(1_200_000) + cell(1) }))).toBe('excel.notWorkbook')
  })

  it('joins the runs of a rich text and leaves its ruby out', async () => {
    const sharedStrings =
      '<si><r><rPr/><t>预</t></r><r><t xml:space="preserve">算 </t></r><rPh sb="0" eb="1"><t>yu</t></rPh></si>'
    const rows = '<row><c t="s"><v>0</v></c></row><row><c t="inlineStr"><is><t>a_x000D_b</t></is></c></row>'
    const sheet = await readSheet(workbookOf({ rows, sharedStrings }), limits)
    expect(sheet.header).toEqual(['预算'])
    expect(sheet.rows[0]?.cells).toEqual([{ kind: 'text', text: 'a\rb' }])
  })

  it('takes the first visible sheet, or the one that is named', async () => {
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

  it('reads back any grid of texts and decimals that was written', async () => {
    // A workbook holds no control characters and no lone halves of a character; blanks are not kept apart.
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
