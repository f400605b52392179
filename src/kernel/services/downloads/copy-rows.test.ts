import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Batches, RowBatch } from '#kernel/platform/excel/read/row-sink.ts'
import type { CellInput, CellKind } from '#kernel/platform/excel/sheet-cells.ts'
import { csvStream } from '#kernel/platform/excel/write/write-csv.ts'
import { sheetXml } from '#kernel/platform/excel/write/write-sheet.ts'
import { copyWriter } from './copy-rows.ts'
import type { ExportColumn, ExportRow } from '#kernel/platform/exports/list-export.ts'

// The engine writes the same bytes from a COPY as from the values of its rows.

const TEXT = 25
const NUMERIC = 1700
const INT = 23
const TIMESTAMPTZ = 1184
const ZONE = 'UTC+05:30'

interface Field {
  readonly name: string
  readonly kind: CellKind
  readonly dataTypeID: number
}

const FIELDS: readonly Field[] = [
  { name: 'no', kind: 'code', dataTypeID: TEXT },
  { name: 'remark', kind: 'text', dataTypeID: TEXT },
  { name: 'amount', kind: 'amount', dataTypeID: NUMERIC },
  { name: 'year', kind: 'integer', dataTypeID: INT },
  { name: 'created', kind: 'instant', dataTypeID: TIMESTAMPTZ },
]

type Row = readonly (string | null)[]

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
/** Escapes as the server does for a field in COPY's text format. */
// eslint-disable-next-line no-control-regex -- these are the characters that it escapes
const copied = (text: string | null) =>
  text === null ? '\\N' : text.replaceAll(/[\\\b\f\n\r\t\v]/g, (c) => ESCAPED[c]!)
const copyOf = (rows: readonly Row[]) => Buffer.from(rows.map((row) => `${row.map(copied).join('\t')}\n`).join(''))

function valueOf({ dataTypeID }: Field, text: string | null): CellInput {
  if (text === null) return null
  if (dataTypeID === INT) return Number(text)
  return dataTypeID === TIMESTAMPTZ ? new Date(text) : text
}

async function* one(batch: RowBatch): Batches {
  yield batch
}

async function written(batch: () => RowBatch): Promise<readonly string[]> {
  const columns = FIELDS.map(({ name, kind }) => ({ title: name, kind }))
  const csv = await buffer(csvStream(columns, one(batch()), ZONE))
  const xml = await buffer(sheetXml({ name: 'x', columns, batches: one(batch()) }, 330))
  return [csv.toString(), xml.toString()]
}

const columnsWith = (value?: (name: string) => ExportColumn['value']): readonly ExportColumn[] =>
  FIELDS.map(({ name, kind }) => {
    const rule = value?.(name)
    return { key: name, kind, title: () => name, ...(rule ? { value: rule } : {}) }
  })

async function compare(rows: readonly Row[]): Promise<void> {
  const bytes = copyOf(rows)
  const byBytes = await written(() => {
    const write = copyWriter(FIELDS, columnsWith(), undefined)
    return (sink) => void write(sink, bytes)
  })
  const byRule = await written(() => {
    const rule = (name: string) => (row: ExportRow) => row[name] as CellInput
    const write = copyWriter(FIELDS, columnsWith(rule), undefined)
    return (sink) => void write(sink, bytes)
  })
  const byValue = await written(() => rows.map((row) => row.map((text, index) => valueOf(FIELDS[index]!, text))))
  // Only spaces at an edge need an attribute; elsewhere both write the same text.
  const same = ([csv, xml]: readonly string[]) => [csv, xml?.replaceAll(' xml:space="preserve"', '')]
  expect(same(byBytes)).toEqual(same(byValue))
  expect(same(byRule)).toEqual(same(byValue))
}

const HOSTILE = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\\N', '\\', 'a\\nb', ' a ', '_x0041_', '&<>"', 'a,b', 'a"b']

describe('exported rows read by COPY', () => {
  it('exported rows read by COPY equal their values, whatever people typed', async () => {
    await compare(HOSTILE.map((text) => [text, text, '-1234.50', '2026', '2026-11-21 20:15:00+00']))
    await compare([[null, '', null, null, null]])
    await compare([['预算（一）', '\u0085\ufffe😀é', '123456789012345678.12', '-7', null]])
    await compare([['x'.repeat(40_000), 'y'.repeat(300), '0.00', '0', '1999-12-31 23:59:59.999+05:30']])
  })

  it('exported rows read by COPY equal their values for any text', { timeout: 30_000 }, async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.constantFrom(...HOSTILE),
      fc.string({
        unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', 'x', '=', '"', ',', '&', '_', '\u0001', '\u00a0'),
      }),
    )
    const amount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map((cents) => {
      const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
      return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    })
    const clean = text.map((value) => value.replaceAll('\0', '').toWellFormed())
    const row = fc.tuple(
      fc.option(clean),
      fc.option(clean),
      fc.option(amount),
      fc.option(fc.integer({ min: -99_999, max: 99_999 }).map(String)),
      fc.constant(null),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => compare(rows)),
      { numRuns: 300 },
    )
  })

  it('a column with a rule also reads the values that all rows share, and a column without a rule is copied', () => {
    const columns = columnsWith((name) =>
      name === 'remark' ? (row) => `${String(row['remark'])} ${String(row['language'])}` : undefined,
    )
    const write = copyWriter(FIELDS, columns, undefined, { language: 'en' })
    const [cells, copies]: [CellInput[], number[]] = [[], []]
    const nothing = () => undefined
    const sink = {
      begin: nothing,
      end: nothing,
      cell: (_: number, value: CellInput) => void cells.push(value),
      bytes: (column: number) => copies.push(column) > 0,
    }
    write(sink, copyOf([['a', 'b', '1.00', '7', '2026-11-21 20:15:00+00']]))
    expect([cells, copies]).toEqual([['b en'], [0, 2, 3, 4]])
  })

  it('exported rows read by COPY can be shaped as a whole', () => {
    const seen: ExportRow[] = []
    const write = copyWriter(FIELDS, columnsWith(), (row) => {
      seen.push({ ...row })
      return row
    })
    const nothing = () => undefined
    const sink = { begin: nothing, end: nothing, cell: nothing, bytes: () => true }
    expect(write(sink, copyOf([['a\tb', null, '1.00', '7', '2026-11-21 20:15:00+00']]))).toBe(1)
    expect(seen).toEqual([
      { no: 'a\tb', remark: null, amount: '1.00', year: 7, created: new Date('2026-11-21T20:15:00Z') },
    ])
  })
})
