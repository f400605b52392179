import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type * as Statements from '#kernel/platform/db/statement.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { sourceFiles } from './support/imports.ts'
import { castOrders } from './support/ordered-names.ts'
import { queriesOf } from './support/sql-texts.ts'

// In ORDER BY and DISTINCT ON a bare name is that of an output column first: `select id::text ... order by id` sorts texts, 10 before 9.
// The audit was checkpointed and verified in that order.

const statements = vi.hoisted(() => new Map<string, string>())
vi.mock('#kernel/platform/db/statement.ts', async (original) => {
  const real = await original<typeof Statements>()
  return {
    ...real,
    prepared(name: string, text: string) {
      statements.set(name, text)
      return real.prepared(name, text)
    },
  }
})

const files = sourceFiles().filter((file) => file.endsWith('.ts'))

describe('a query is not ordered by an output column that is a cast', () => {
  it.each([
    ['select id::text, xid::text, hash from audit_entry where id > $1 order by xid, id limit 5', ['xid', 'id']],
    ['select e.id::text from audit_entry e order by id desc', ['id']],
    [`select t.id::text as "no", ' from ' as x from t order by "no"`, ['no']],
    [
      'select coalesce(sum(t.amount), 0)::text as amount from t group by t.code order by amount desc nulls last',
      ['amount'],
    ],
    ['select id::text, code from t order by 1', ['id']],
    ['select distinct on (id) id::text, code from t', ['id']],
    ['select at::date as at from t order by at', ['at']],
    ['select * from (select id::text from t order by id) x order by x.id', ['id']],
    ['with a as (select id::text from t union all select id::text from u order by id) select 1 from a', ['id']],
    ['select array(select id::text from t order by id), id from u order by id', ['id']],
    // A name is told apart by its table, by another alias, or because the cast is not part of the output.
    ['select e.id::text from audit_entry e order by e.id', []],
    ['select e.id::text as "no" from audit_entry e order by id', []],
    ['select count(*)::int as n from t group by code order by n', []],
    ['select array_agg(id::text order by id), row_number() over (order by id), id from t order by id', []],
    ['select (id::text || code) as id from t order by code', []],
    ['select id from t where id = any ($1::text[]) order by id', []],
  ])('the check finds columns that are ordered by a cast in: %s', (sql, names) => {
    expect(castOrders(sql)).toEqual(names)
  })

  it('no query of the sources is ordered by an output column that is a cast', () => {
    const queries = files.flatMap((file) => queriesOf(file).map((sql) => ({ file, sql })))
    expect(queries.length).toBeGreaterThan(1_000)
    const found = queries.flatMap(({ file, sql }) => castOrders(sql).map((name) => `${file}: order by ${name}: ${sql}`))
    expect(found).toEqual([])
  })

  it('every column in an orderBy of the query builder is written with its table', () => {
    const bare = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.orderBy\('([^'.]*)'/g)].map(([, name]) => `${file}: ${name}`),
    )
    expect(bare).toEqual([])
  })
})

/** They read temporary tables that the statement before them makes. */
const OF_TEMPORARY_TABLES = [
  'demo volume fundings',
  'demo volume journals',
  'seed demo activations',
  'seed demo device units',
  'seed demo devices',
  'seed demo price step',
  'seed demo prices',
]

it('no prepared statement sorts or compares numbers as texts', async () => {
  for (const file of files.filter((name) => /\bprepared\b/.test(readFileSync(name, 'utf8'))))
    await import(/* @vite-ignore */ `../../${file}`)
  expect(statements.size).toBeGreaterThan(1_000)
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  const unplanned: string[] = []
  const byText = new Set<string>()
  for (const [name, text] of statements) {
    if (/^\s*set /i.test(text)) continue
    const plan = await planOf(client, text).catch(() => null)
    if (plan === null) unplanned.push(name)
    else if (plan.some(isByText)) byText.add(name)
  }
  await client.end()
  expect(unplanned.toSorted()).toEqual(OF_TEMPORARY_TABLES)
  expect([...byText]).toEqual([])
}, 120_000)

const isByText = (line: string): boolean =>
  /(Sort|Presorted) Key:.*\)::text/.test(line) ||
  takenOf(line).some((taken) => taken.endsWith(')::text')) ||
  /\)::text ~?[<>]=?~? /.test(line)

/** The arguments of `min` and `max` in a line of a plan; a cast behind the bracket is one of the result. */
function takenOf(line: string): string[] {
  return [...line.matchAll(/\b(?:min|max)\(/g)].map(({ index, 0: { length } }) => {
    let end = index + length
    for (let open = 1; open > 0 && end < line.length; end += 1) open += { '(': 1, ')': -1 }[line[end]!] ?? 0
    return line.slice(index + length, end - 1)
  })
}

async function planOf(client: pg.Client, text: string): Promise<readonly string[]> {
  await client.query('deallocate all')
  await client.query(`prepare planned as ${text}`)
  const known = await client.query<{ count: number }>(
    'select cardinality(parameter_types) as count from pg_prepared_statements',
  )
  const nulls = Array.from({ length: known.rows[0]!.count }, () => 'null').join(', ')
  const execute = nulls === '' ? 'execute planned' : `execute planned (${nulls})`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (verbose, costs off) ${execute}`)
  return rows.map((row) => row['QUERY PLAN'])
}
