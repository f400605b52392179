import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { languages } from '#kernel/base/i18n/language.ts'
import { isMadeByFile } from '#kernel/engine/record/write/filed-fields.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import {
  ADMIN,
  type Detail,
  exampleOf,
  inputOf,
  keyColumnOf,
  type RecordWorld,
  recordWorld,
  records,
} from '#test/helpers/record-world.ts'
import type { RuleCase } from './record-rules/rule-case.ts'

// The rules of the spec's section 5 that name master data, each refused in the form and in a file with the same words.
// A new record adds its lines to record-rules/<area>.rules.ts.

const folder = join(import.meta.dirname, 'record-rules')
const tables = await Promise.all(
  globSync('*.rules.ts', { cwd: folder }).map(
    (file) => import(join(folder, file)) as Promise<{ readonly rules: readonly RuleCase[] }>,
  ),
)
const cases = tables.flatMap(({ rules }) => rules)

/** Rules of master data, and the tables that they name: as soon as one of these is a record, the rule needs a line. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  Q7: ['warehouse'],
  Q8: ['location'],
  Q9: ['customer_trade_term'],
  Q12: ['customer_address'],
  Q17: ['customer'],
  Q19: ['product_category'],
  Q20: ['bom', 'bom_line', 'sku_sales_setting'],
  Q22: ['sku', 'sku_sales_setting'],
  F4: ['customer', 'customer_address'],
  F11: ['person'],
  B6: ['currency_rate', 'customer', 'organisation', 'product_category'],
  B10: ['sku'],
  B17: ['organisation'],
  B20: ['warehouse'],
}

let world: RecordWorld

beforeAll(async () => {
  world = await recordWorld()
})

afterAll(() => world?.close())

it('every rule of the specification about a record has test cases', () => {
  const declared = new Set(records.map(({ table }) => table))
  const missing = Object.entries(NAMED).flatMap(([rule, names]) =>
    names.some((table) => declared.has(table)) && !cases.some((each) => each.rule === rule) ? [rule] : [],
  )
  expect(missing, 'add a line to test/scenario/records/record-rules/<area>.rules.ts').toEqual([])
})

async function stored({ record, to = '' }: RuleCase): Promise<Detail['record'] | null> {
  if (to === '') return null
  const [row] = await world.server.query<{ id: string }>(
    `select id::text from ${record.table} where ${keyColumnOf(record)} = $1`,
    [to],
  )
  const { data } = await world.call<Detail>(ADMIN, record, 'detail', { id: row?.id ?? '' })
  return data.record
}

it.each(cases.map((each) => [each.rule, each.record.name, Object.keys(each.given ?? {}).join(', '), each] as const))(
  'rule %s: the record %s is refused: %s',
  async (_rule, _record, _given, rule) => {
    const { record, given = {}, act, by = ADMIN, field } = rule
    const row = await stored(rule)
    const values = row ? { ...row.values, ...given } : await world.withImages(record, inputOf(record, given), by)
    const head = row ? { id: row.id, version: row.version } : {}
    for (const language of languages) {
      const body = act ? head : { ...head, values }
      const answer = await world.call(by, record, act ?? (row ? 'update' : 'create'), body, language)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect([answer.msg, answer.error?.field]).toEqual([rule[language], field])
      // An empty cell leaves the stored value unchanged, so a file cannot cause it.
      if (act || rule.isNewOnly || (row && Object.values(given).includes(null))) continue
      if (!row && !isMadeByFile(record)) continue
      const cells = row ? { ...row.values, ...given } : { ...exampleOf(record), ...given }
      const [checked] = await world.checked(record, await world.importer(by, language), [texts(cells)])
      const errors = checked && 'errors' in checked ? checked.errors : []
      expect(errors.map((error) => refusalText(language, error))).toContain(rule[language])
    }
  },
)

function texts(values: Readonly<Record<string, string | number | null>>): ImportValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : String(value)]),
  )
}
