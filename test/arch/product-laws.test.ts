import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { ledgers } from '#app/ledgers.ts'
import { menu } from '#app/menu.ts'
import { loadAreaServers } from '#app/server.ts'
import { kernelRights } from '#kernel/platform/access/rights.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { columnOf, type Fields, sqlTypeOf } from '#kernel/engine/definition/fields.ts'
import { lineTableOf, partsOf } from '#kernel/engine/definition/parts.ts'
import { fieldsOf, viewOf } from '#kernel/engine/definition/view.ts'
import { ledgerPostSql } from '#kernel/engine/ledger/post-sql.ts'
import { languages } from '#kernel/base/i18n/language.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { usesOfRecord } from '#kernel/engine/record/naming.ts'
import type { RecordUsage } from '#kernel/engine/record/routes/record-usage.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

const read = <T>(file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../conformance', file), 'utf8')) as T

let client: pg.Client
let server: RunningServer
let documents: readonly AnyDocument[]

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  server = await runServer(databaseUrl)
  documents = (await loadAreaServers(areas)).flatMap((area) => area.documents.map(({ definition }) => definition))
})

afterAll(async () => {
  await server?.close()
  await client?.end()
})

const rows = async <T>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as T[]

describe('the database schema', () => {
  it('the database posts by the function that the ledgers generate', async () => {
    const [now] = await rows<{ body: string }>(`select prosrc as body from pg_proc where proname = 'ledger_post'`)
    await client.query('begin')
    await client.query(ledgerPostSql(ledgers))
    const [written] = await rows<{ body: string }>(`select prosrc as body from pg_proc where proname = 'ledger_post'`)
    await client.query('rollback')
    expect(now?.body).toBe(written?.body)
  })

  it('the database has a column of the fitting type for every field of every document', async () => {
    const found = await rows<{ name: string; type: string }>(
      `select table_name || '.' || column_name as name, data_type as type from information_schema.columns where table_schema = 'public'`,
    )
    const types = new Map(found.map(({ name, type }) => [name, type.replace('integer', 'int')]))
    expect(documents.length).toBeGreaterThan(0)
    const columns = (table: string, fields: Fields) =>
      Object.entries(fields).map(([name, field]) => [`${table}.${columnOf(name)}`, sqlTypeOf(field)])
    for (const definition of documents) {
      const wanted = [
        ...columns(definition.table, definition.fields),
        ...[definition, ...partsOf(definition)].flatMap((part) => columns(lineTableOf(part), part.lines)),
      ]
      for (const [column = '', type] of wanted) expect([column, types.get(column)]).toEqual([column, type])
    }
  })

  it('the database allows every state of every document definition', async () => {
    for (const { table, states } of documents) {
      const [check] = await rows<{ text: string }>(
        `select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1`,
        [`${table}__state`],
      )
      for (const state of Object.keys(states)) expect(check?.text).toContain(`'${state}'`)
    }
  })

  it('the database has indexes for a drafter’s documents by state and for the beginning of a number', async () => {
    for (const { table } of documents) {
      const found = await rows<{ text: string }>('select indexdef as text from pg_indexes where tablename = $1', [
        table,
      ])
      for (const columns of ['(drafter_id, state', '(scope_id, no COLLATE "C")'])
        expect([table, columns, found.some(({ text }) => text.includes(columns))]).toEqual([table, columns, true])
    }
  })

  it('the database has an index that begins with the organisation for every table with one', async () => {
    const bare = await rows<{ table_name: string }>(
      `select c.table_name from information_schema.columns c where c.column_name = 'scope_id' and c.table_schema = 'public' and (select relkind from pg_class where oid = c.table_name::regclass) <> 'v'
         and not exists (select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
           where i.indrelid = c.table_name::regclass and a.attname = 'scope_id') order by 1`,
    )
    expect(bare.map((row) => row.table_name)).toEqual([])
  })
})

describe('a printed document', () => {
  it('a printed document contains everything in the subject of its page', () => {
    const missing = documents.flatMap(({ name, fields, lines, view }) => {
      const { title, subject, facts } = viewOf({ fields, lines, view })
      const said = new Set([title, ...facts.flat().flatMap(fieldsOf)])
      return subject.flatMap(fieldsOf).flatMap((field) => (said.has(field) ? [] : [`${name}.${field}`]))
    })
    expect(missing).toEqual([])
  })
})

describe('tables that refer to a record', () => {
  it('a table that refers to a record is counted by its own organisation', async () => {
    const scoped = await rows<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'scope_id' and is_nullable = 'NO'`,
    )
    const tables = new Set(scoped.map(({ name }) => name))
    const open = (await allUses()).filter(({ use }) => tables.has(use.of?.table ?? use.table) && !use.scope)
    expect(open.map(({ record, use }) => `${record} ${use.name}`)).toEqual([])
  })

  it('a use of a record is declared with existing tables and columns, a label in both languages and an existing right', async () => {
    const columns = await rows<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
    )
    const known = new Set(columns.map(({ name }) => name))
    const allRights = new Set(areas.flatMap(({ rights }) => Object.keys(rights)))
    const uses = await allUses()
    expect(uses.length).toBeGreaterThan(120)
    const faults = uses.flatMap(({ record, use: { table, column, show, of, scope, right, label, name } }) => {
      const whole = of?.table ?? table
      const named = [`${table}.${column}`, `${whole}.${show}`, ...(of ? [`${table}.${of.by}`] : [])]
      if (scope) named.push(`${whole}.${scope}`)
      const missing = named.filter((each) => !known.has(each))
      if (right !== undefined && !allRights.has(right)) missing.push(right)
      if (languages.some((language) => textAt(language, label) === label)) missing.push(label)
      return missing.map((each) => `${record} ${name}: ${each}`)
    })
    expect(faults).toEqual([])
  })

  it('a record has one name for each of its uses, and references of areas lead to tables of records', async () => {
    const names = (await allUses()).map(({ record, use }) => `${record} ${use.name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const servers = await loadAreaServers(areas)
    const tables = new Set(servers.flatMap(({ records = [] }) => records.map(({ table }) => table)))
    const targets = servers.flatMap(({ references = {} }) => Object.values(references))
    expect(targets.filter((table) => !tables.has(table))).toEqual([])
  })
})

/** Everything that may refer to a record of the product. */
async function allUses(): Promise<readonly { readonly record: string; readonly use: RecordUsage }[]> {
  const records = (await loadAreaServers(areas)).flatMap((area) => area.records ?? [])
  const tx = { rows: ({ text, values }: { text: string; values: unknown[] }) => rows(text, values) } as unknown as Tx
  const found = await Promise.all(
    records.map(async (record) => (await usesOfRecord(tx, record)).map((use) => ({ record: record.name, use }))),
  )
  return found.flat()
}

describe('texts of the product', () => {
  const leaves = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, entry]) => leaves(entry, path ? `${path}.${key}` : key))
      : [path]
  const textAt = (texts: object, path: string) =>
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], texts)
  const params = (text: unknown) => [...String(text).matchAll(/\{(\w+)\}/g)].map((match) => `${match[1]}`).toSorted()
  const pairs = (): [string, object, object][] => [
    ['kernel', kernelTexts('zh'), kernelTexts('en')],
    ...areas.map(({ name, texts }): [string, object, object] => [name, texts.zh, texts.en]),
  ]

  it('texts of the product have the same keys and parameters in both languages, and none is empty', () => {
    for (const [name, zh, en] of pairs()) {
      expect([name, leaves(zh).toSorted()]).toEqual([name, leaves(en).toSorted()])
      for (const path of leaves(en)) {
        expect([path, params(textAt(zh, path))]).toEqual([path, params(textAt(en, path))])
        expect(
          String(textAt(zh, path)).trim() !== '' || String(textAt(en, path)).trim() === '',
          `${name} ${path}`,
        ).toBe(true)
      }
    }
  })
})

describe('rights and addresses', () => {
  const declared = new Set([...Object.keys(kernelRights), ...areas.flatMap((area) => Object.keys(area.rights))])
  const entries = [...menu, ...areas.flatMap((area) => area.menu)]

  it('every right that a call, the menu, a button, an action or a role names is declared', async () => {
    const named = [
      ...server.routes.flatMap(({ right }) => (typeof right === 'string' ? [right] : [])),
      ...entries.flatMap(({ rights, buttons }) => [...rights, ...buttons]),
      ...documents.flatMap(({ viewRight, actions }) => [
        viewRight,
        ...Object.values(actions).map((action) => action.right),
      ]),
    ]
    expect(named.filter((right) => !declared.has(right))).toEqual([])
    const held = await rows<{ right_code: string }>('select distinct right_code from role_right')
    expect(held.map((row) => row.right_code).filter((right) => !declared.has(right))).toEqual([])
  })

  it('every menu entry has a code of its own', () => {
    expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length)
  })

  it('the server answers the calls of the specification, except those listed as still to come', () => {
    const groups = new Set(['session', 'workflow', 'area', 'budget', 'budget-form', 'price', 'selector'])
    const asked = read<{ group: string; method: string; path: string }[]>('endpoints.json').filter(({ group }) =>
      groups.has(group),
    )
    const there = new Set(
      server.routes.map(
        ({ method, path }) => `${method} ${path.replaceAll(/:(idc|code|bizSystem|idcCode)\b/g, '{$1}')}`,
      ),
    )
    const missing = asked.map(({ method, path }) => `${method} ${path}`).filter((call) => !there.has(call))
    expect(missing.toSorted()).toEqual(LATER.toSorted())
  })
})

const LATER: readonly string[] = []

describe('the names of documents', () => {
  it('a document of schemes begins with the name that the specification gives its page, whatever its kind', () => {
    for (const { area, name, fields, menu: entry, ...definition } of documents) {
      const { title } = viewOf({ fields, ...definition })
      if (area !== 'scheme' || !entry || title === null) continue
      for (const language of languages) {
        const text = (path: string) => textAt(language, `${area}.documents.${name}.${path}`)
        for (const option of fields[title]?.options ?? [])
          expect(text(`titles.${option}`), name).toMatch(new RegExp(`^${text('label')}`))
      }
    }
  })
})
