import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createDeflateRaw } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readSheet } from './read-workbook.ts'
import { type FixturePart, limits, refusal, textRows, workbookOf, workbookParts, zipOf } from '../workbook-fixture.ts'

const good = textRows([
  ['Code', 'Name'],
  ['A1', 'First'],
])

/** A header and rows of varied numbers, like those of a real file. */
function numberRows(count: number): string {
  return (
    textRows([['Code']]) +
    Array.from({ length: count }, (_, row) => `<row r="${row + 2}"><c r="A${row + 2}"><v>${row}.5</v></c></row>`).join(
      '',
    )
  )
}

/** A header and then megabytes of one pattern, packed in chunks. */
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

/** Replaces the packed content of the last part and its declared size. */
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

describe('an invalid workbook', () => {
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
  ])('a file is refused as a workbook: %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('excel.notWorkbook')
  })

  it('an encrypted workbook is named as such, as a whole or in part', async () => {
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

  it('a workbook that was cut off anywhere is refused', async () => {
    const whole = workbookOf({ rows: good })
    for (let length = 3; length < whole.length; length += 37)
      expect(await refusal(whole.subarray(0, length))).toBe('excel.notWorkbook')
  })

  it('a damaged workbook is refused: wrong checksum, broken stream or incomplete XML', async () => {
    const bytes = Buffer.from(workbookOf({ rows: good }))
    bytes.writeUInt32LE(1, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 16)
    expect(await refusal(bytes)).toBe('excel.notWorkbook')
    expect(await refusal(withSheet(Buffer.alloc(100, 0xff), 5000))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: `<worksheet><sheetData>${good}` }))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: Uint8Array.of(0xff, 0xfe, 0x3c, 0x00) }))).toBe('excel.notWorkbook')
  })

  it('a workbook with repeated parts or a missing shared text is refused', async () => {
    const parts = workbookParts({ rows: good })
    expect(
      await refusal(zipOf([...parts, ...parts.slice(-1).map((part) => ({ ...part, name: part.name.toUpperCase() }))])),
    ).toBe('excel.notWorkbook')
    expect(
      await refusal(workbookOf({ rows: '<row><c t="s"><v>7</v></c></row>', sharedStrings: '<si><t>a</t></si>' })),
    ).toBe('excel.notWorkbook')
  })

  it('a workbook with a document type declaration or entities is refused', async () => {
    const head = (declaration: string) =>
      `<?xml version="1.0"?>${declaration}<worksheet><sheetData>${good}</sheetData></worksheet>`
    expect(await refusal(workbookOf({ sheet: head('') }))).toBe('accepted')
    expect(await refusal(workbookOf({ sheet: head('<!DOCTYPE a [<!ENTITY b "c">]>') }))).toBe('excel.notWorkbook')
    expect(await refusal(workbookOf({ sheet: head('<!DOCTYPE a SYSTEM "file:///etc/passwd">') }))).toBe(
      'excel.notWorkbook',
    )
    expect(await refusal(workbookOf({ rows: textRows([['Code'], ['&b;']]) }))).toBe('excel.notWorkbook')
  })

  it('a workbook that refers outside of itself is refused', async () => {
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

describe('the limits of a workbook', { timeout: 30_000 }, () => {
  it('a workbook that is too large is stopped while it arrives', async () => {
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

  it('a zip bomb of a gigabyte is not unpacked, whatever size it declares', async () => {
    const { packed, bytes } = await packedPattern('', '\0', 1024)
    const before = process.memoryUsage.rss()
    expect(await refusal(withSheet(packed, bytes))).toBe('excel.bomb')
    expect(await refusal(withSheet(packed, 10_000))).toBe('excel.bomb')
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  it('a zip bomb is recognised by its ratio and by its size', async () => {
    const { packed, bytes } = await packedPattern('<worksheet><sheetData><row>', '<c/>', 16)
    expect(await refusal(withSheet(packed, bytes), { maxUncompressedBytes: 2 ** 31 })).toBe('excel.bomb')
    expect(await refusal(withSheet(packed, 10_000_000))).toBe('excel.bomb')
  })

  it('the size limit of a workbook counts all parts together, declared and unpacked', async () => {
    const padding: FixturePart[] = [1, 2, 3].map((index) => ({
      name: `xl/media/${index}.bin`,
      content: Buffer.alloc(1000, index),
    }))
    const bytes = zipOf([...workbookParts({ rows: good }), ...padding])
    expect(await refusal(bytes, { maxUncompressedBytes: 4000 })).toBe('excel.bomb')
    expect(await refusal(bytes, { maxUncompressedBytes: 6000 })).toBe('accepted')
  })

  it('a workbook with thousands of parts is refused, and embedded files are not opened', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ name: `p${index}`, content: '' }))
    expect(await refusal(zipOf(many))).toBe('excel.bomb')
    const nested = { name: 'xl/embeddings/inner.xlsx', content: Buffer.alloc(100, 1) }
    expect(await refusal(zipOf([...workbookParts({ rows: good }), nested]))).toBe('accepted')
  })

  it('a zip bomb whose parts share their bytes is refused', async () => {
    const bytes = Buffer.from(zipOf([...workbookParts({ rows: good }), { name: 'a.bin', content: 'x' }]))
    const entry = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')
    // Points the last entry of the directory at the content of the first.
    bytes.writeUInt32LE(0, entry + 42)
    expect(await refusal(bytes)).toBe('excel.bomb')
  })

  it('a workbook with too many shared texts or too deep nesting is refused', async () => {
    expect(await refusal(workbookOf({ rows: good, sharedStrings: '<si/>'.repeat(1_000_000) }))).toBe('excel.bomb')
    expect(await refusal(workbookOf({ rows: good, sharedStrings: '<si/>'.repeat(1000) }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: `${good}${'<a>'.repeat(100)}${'</a>'.repeat(100)}` }))).toBe(
      'excel.notWorkbook',
    )
  })

  it('a shared text of a workbook counts as often as it is used', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`
    const bytes = workbookOf({ rows: row.repeat(1000), sharedStrings: `<si><t>${'x'.repeat(30_000)}</t></si>` })
    expect(await refusal(bytes)).toBe('excel.bomb')
  })

  it('a small workbook that repeats one huge text in thousands of cells is refused, and ordinary texts pass', async () => {
    const cells = (count: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(7)}</row>`.repeat(count)
    const ofTexts = (letters: number, rows: number) =>
      workbookOf({ rows: cells(rows), sharedStrings: `<si><t>${'x'.repeat(letters)}</t></si>` })
    const roomy = { maxUncompressedBytes: 1024 ** 3 }
    const began = process.cpuUsage()
    expect(await refusal(ofTexts(32_000, 2_000), roomy)).toBe('excel.bomb')
    const { user, system } = process.cpuUsage(began)
    // Keeping them used to take 20 s.
    expect((user + system) / 1e6).toBeLessThan(3)
    // Five thousand names, each in some twenty of 100,000 cells: as large, but a genuine file.
    const names = Array.from({ length: 5_000 }, (_, at) => `<si><t>${randomBytes(45).toString('base64')}${at}</t></si>`)
    const row = () =>
      `<row>${Array.from({ length: 10 }, () => `<c t="s"><v>${randomInt(5_000)}</v></c>`).join('')}</row>`
    const rows = Array.from({ length: 10_000 }, row).join('')
    expect(await refusal(workbookOf({ rows, sharedStrings: names.join('') }), roomy)).toBe('accepted')
  })

  it('a file of nothing but line ends is refused after more lines than any sheet has', async () => {
    const began = process.cpuUsage()
    const lines = Buffer.concat([Buffer.from('Name\n'), Buffer.alloc(20_000_000, '\n')])
    expect(await refusal(lines, { maxBytes: 30_000_000, fileName: 'a.csv' })).toBe('excel.tooManyRows')
    const { user, system } = process.cpuUsage(began)
    // All of them took half a minute.
    expect((user + system) / 1e6).toBeLessThan(12)
  })

  it('a workbook of 200,000 rows against a limit of 10,000 is refused without being read to its end', async () => {
    // Reading on would find that the file is broken there.
    const bytes = workbookOf({ rows: `${numberRows(200_000)}</broken>` })
    expect(await refusal(bytes)).toBe('excel.tooManyRows')
    expect(await refusal(bytes, { maxRows: 200_000 })).toBe('excel.notWorkbook')
  })

  it('a workbook may have as many filled rows as the limit, not counting blank ones', async () => {
    const blank = '<row><c s="1"/><c/></row>'.repeat(50)
    const rows = (count: number) => blank + textRows([['Code'], ...Array.from({ length: count }, () => ['a'])]) + blank
    expect(await refusal(workbookOf({ rows: rows(5) }), { maxRows: 5 })).toBe('accepted')
    expect(await refusal(workbookOf({ rows: rows(6) }), { maxRows: 5 })).toBe('excel.tooManyRows')
  })

  it('a workbook may have as many columns as the limit, by the references of its cells', async () => {
    expect(await refusal(workbookOf({ rows: '<row><c r="T1"><v>1</v></c></row>' }))).toBe('accepted')
    expect(await refusal(workbookOf({ rows: '<row><c r="U1"><v>1</v></c></row>' }))).toBe('excel.tooManyColumns')
    expect(await refusal(workbookOf({ rows: '<row><c r="XFD1"/></row>' }))).toBe('excel.emptySheet')
    expect(await refusal(workbookOf({ rows: '<row><c r="ZZZZ1"><v>1</v></c></row>' }))).toBe('excel.notWorkbook')
  })

  it('reading a workbook ends at its time limit and frees the thread', async () => {
    const bytes = workbookOf({ rows: numberRows(100_000) })
    expect(await refusal(bytes, { maxRows: 1_000_000, timeoutMs: 20 })).toBe('excel.timeout')
    expect(await refusal(bytes, { maxRows: 1_000_000 })).toBe('accepted')
  })

  it('the process keeps working while large workbooks are read, and further ones are queued', async () => {
    const bytes = workbookOf({ rows: numberRows(60_000) })
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 2)
    const sheets = await Promise.all([1, 2, 3].map(() => readSheet(bytes, { ...limits, maxRows: 60_000 })))
    clearInterval(timer)
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([60_000, 60_000, 60_000])
    expect(ticks).toBeGreaterThan(20)
  })
})
