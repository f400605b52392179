import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyDefinition, lineTable } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import { sampleTables } from '#kernel/testing/sample-document.ts'
import { hashContent } from './action/command.ts'
import { contentBound } from './action/draft.ts'
import { contentDifference } from './content-difference.ts'
import { fieldNames } from './field-names.ts'
import { documentLimits, namesOnlyOwn } from './document-limits.ts'
import { codesNamed } from './named-rows.ts'
import { contentSchema } from './routes/document-schemas.ts'
import { registerDocument } from './server-document.ts'

const row = fc.record({ rival: fc.constantFrom('A', 'B', 'C'), price: fc.constantFrom('1', '2', '3') })
const rows = fc.array(row, { maxLength: 4 })
const contents = fc.record({ lines: fc.constant([]), tables: fc.record({ quotes: rows, others: rows }) })

const table = lineTable({
  fields: { rival: f.code({ required: true }), price: f.code({ required: true }) },
  limits: { typed: 5, file: 5, optional: true },
})
const definition: AnyDefinition = { ...sampleTables, tables: { quotes: table, others: table } }
const reading = { names: {}, text: (path: string) => path }

describe('further tables of a document', () => {
  test('the hash of a content is that of all its tables: equal exactly where every row of every table is', () => {
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const same = JSON.stringify(one.tables) === JSON.stringify(other.tables)
        expect(hashContent({}, one) === hashContent({}, other)).toBe(same)
        const swapped = { ...one, tables: { quotes: one.tables.others, others: one.tables.quotes } }
        const isSymmetric = JSON.stringify(one.tables.quotes) === JSON.stringify(one.tables.others)
        expect(hashContent({}, one) === hashContent({}, swapped)).toBe(isSymmetric)
      }),
    )
    expect(hashContent({}, { lines: [] })).not.toBe(hashContent({}, { lines: [], tables: { quotes: [] } }))
  })

  test('the difference of two contents names the tables whose rows are not the same, and no other', () => {
    const said = (list: readonly { rival: string; price: string }[]) =>
      list
        .map(({ rival, price }) => `${rival} ${price}`)
        .toSorted()
        .join()
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const { changes } = contentDifference(definition, reading, { header: {}, ...one }, { header: {}, ...other })
        const told = new Set(changes.map((change) => change.table))
        const wanted = (['quotes', 'others'] as const).filter(
          (name) => said(one.tables[name]) !== said(other.tables[name]),
        )
        expect(told).toEqual(new Set(wanted))
        for (const change of changes)
          expect(change.label).toBe(`fields.${change.table} · tableFields.${change.table}.${change.field}`)
      }),
    )
  })

  test('the parts of a document are the same objects at every call, and a document without further tables has none', () => {
    expect(partsOf(definition)).toBe(partsOf(definition))
    expect(partsOf(definition).map(({ part }) => part)).toEqual(['quotes', 'others'])
    expect(partsOf(partsOf(definition)[0]!)).toEqual([])
    const { tables: _tables, ...plain } = definition
    expect(partsOf(plain)).toEqual([])
  })

  test('a call of the document takes each table and is wide enough for all of them', () => {
    expect(Object.keys(contentSchema(definition).properties)).toEqual(expect.arrayContaining(['quotes', 'others']))
    const { tables: _tables, ...plain } = definition
    const wide = { ...definition, tables: { quotes: { ...table, limits: { typed: 50, file: 20_000 } } } }
    expect(contentBound(wide).values).toBeGreaterThan(3 * 20_000)
    expect(contentBound(plain).values).toBeLessThan(3 * 20_000)
  })

  test('codes in further tables are named, and are those that a limited person may name', async () => {
    const customers = { table: 'customer', key: 'code', keyType: 'text', names: 'customers' } as const
    const of = {
      ...definition,
      tables: {
        quotes: lineTable({
          fields: { customerCode: f.ref(customers) },
          limits: { typed: 5, file: 5 },
        }),
      },
    } as AnyDefinition
    const content = { header: {}, lines: [], tables: { quotes: [{ customerCode: 'C-1' }, { customerCode: 'C-2' }] } }
    expect(codesNamed(of, customers as never)(content)).toEqual(['C-1', 'C-2'])
    const asked: unknown[] = []
    const tx = { rows: async ({ values }: { values: unknown[] }) => (asked.push(...values), []) }
    const { fields: _fields, lines: _lines, ...more } = of
    const named = fieldNames('tables.names', [customers as never])
    await named.of({ ...more, fields: {}, lines: {} })(tx as never, 'en', [], [], undefined, content.tables)
    expect(asked).toEqual([['C-1', 'C-2']])
    const mine = (codes: readonly string[]) =>
      namesOnlyOwn(of, { userId: 1, limits: { customer_code: codes } as never }, content as never, false)
    expect([mine(['C-1', 'C-2']), mine(['C-1'])]).toEqual([true, false])
    const limits = documentLimits(of, { userId: 1, limits: { customer_code: ['C-1'] } as never }, () => '$1')
    expect(limits).toEqual([
      expect.stringMatching(/^not exists \(select from sample_loan_quotes x .*customer_code = any/),
    ])
  })

  test('a table cannot have the name of a field, nor one that every document has on the wire', () => {
    const bind = (name: string) =>
      registerDocument({ definition: { ...definition, tables: { [name]: table } }, facts: {} } as never)
    for (const name of ['site', 'lines', 'files', 'line', 'state'])
      expect(() => bind(name)).toThrow(`a table cannot be ${name}`)
  })
})
