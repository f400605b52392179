import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { type CheckedContent, NAMED_FOR_ALL, type Pair, pairsOf, type Reader } from './foreign-pairs.ts'
import { type StoredContent, storedContents } from '#test/scenario/access/foreign-pairs.ts'
import { productNow } from '#kernel/base/clock/clock.ts'

// Data that a reader does not see answers exactly as data that does not exist: every check, preview and draft of every document type is
// requested with values of another region (or of another customer), and once more with values that do not exist.

const loaded = await loadAreaServers(areas)
const documents = loaded.flatMap((area) => area.documents)
const definitions = documents.map(({ definition }) => definition)

let server: DemoServer
const contents = new Map<string, readonly StoredContent[]>()
const readers: Reader[] = []
const areasById = new Map<number, readonly string[]>()
const departments = new Map<string, readonly string[]>()
const stored = { readers, contents, areasById, departments }

async function hire(account: string, region: string, customer?: string): Promise<void> {
  await server.query(
    `with person as (insert into app_user (account, name_zh, name_en, job_title) values ($1, 'x', 'x', '') returning id),
       limited as (insert into user_customer select id, $3 from person where $3::text is not null)
     insert into user_role (user_id, role_code, organisation_id) select person.id, 'allRights', o.id from person, organisation o where o.code = $2`,
    [account, region, customer ?? null],
  )
}

const customersOf = ({ header, lines }: StoredContent) =>
  [header, ...lines].flatMap((values) =>
    ['recordKey', 'customerCode', 'fromCustomer', 'toCustomerCode', 'newCustomerCode', 'endCustomerCode'].flatMap(
      (name) => values[name] ?? [],
    ),
  )

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  await server.query(`insert into role (code, name_zh, name_en) values ('allRights', 'x', 'x')`)
  await server.query(
    `insert into role_right (role_code, right_code) select 'allRights', right_code from (select distinct right_code from role_right) r`,
  )
  const named = await server.query<{ id: number; name_en: string }>('select id, name_en from area')
  for (const { id, name_en } of named) areasById.set(id, [name_en])
  const shared = await server.query<{ region: string; codes: string[] }>(
    `select a.idc_code as region, array_agg(d.department_code) as codes from budget_department_area d join area a on a.id = d.area_id group by a.idc_code`,
  )
  for (const { region, codes } of shared) departments.set(region, codes)
  for (const definition of definitions) contents.set(definition.name, await storedContents(server, definition))
  const missing = definitions.map(({ name }) => name).filter((name) => !contents.get(name)?.length)
  if (missing.length > 0) throw new Error(`the demonstration stores no ${missing.join(', ')}: add one to its story`)
  for (const region of ['IN', 'ID', 'EU']) {
    await hire(`sight.${region.toLowerCase()}`, region)
    readers.push({ account: `sight.${region.toLowerCase()}`, region, sees: (one) => one.region === region })
  }
  const claims = contents.get('schemeExecute')!.filter(({ region }) => region === 'IN')
  const own = claims.at(-1)!.header['customerCode'] as string
  await hire('sight.limited', 'IN', own)
  readers.push({
    account: 'sight.limited',
    region: 'IN',
    // A price classification is for many customers.
    sees: (one) =>
      one.region === 'IN' &&
      customersOf(one).every((customer) => customer === own) &&
      [one.header, ...one.lines].every((values) => !values['classificationCode']),
  })
}, 300_000)
afterAll(() => server?.close())

const checks = () =>
  server.routes.filter(
    ({ method, path }) =>
      method === 'POST' &&
      path.endsWith('/check') &&
      !path.startsWith('/:bizSystem/') &&
      // Of prices of the list, not of a document.
      !/\/price\/(change|percent)\/check$/.test(path),
  )
const checkOf = (right: string) => checks().find((route) => route.right === right)!

function bodyOf({ header, lines }: CheckedContent): Record<string, unknown> {
  return { ...header, lines }
}

async function ask(
  account: string,
  type: (typeof definitions)[number],
  asked: CheckedContent,
  hasNames: boolean,
): Promise<readonly string[]> {
  const submit = Object.values(type.actions).find(({ content }) => content === 'submitted')!
  const path = checkOf(submit.right).path.replace(':idc', String(asked.header['idcCode']))
  const body = bodyOf(asked)
  const check = await server.call(account, path, body)
  const preview = await server.call(account, '/aps/bpm/preview', { documentType: type.name, ...body })
  if (!hasNames) return [check, preview].map((answer) => JSON.stringify(answer))
  const saved = await server.call<{ id: string; version: number } | null>(account, `${type.api}/save`, body)
  const { status, error } = saved
  if (!saved.data) return [check, preview, { status, error }].map((answer) => JSON.stringify(answer))
  const { data } = await server.call<{ names?: unknown } | null>(account, `${type.api}/detail`, { id: saved.data.id })
  await server.call(account, `${type.api}/delete`, { id: saved.data.id, version: saved.data.version })
  const names = Object.entries(data?.names ?? {}).filter(([kind]) => !NAMED_FOR_ALL.includes(kind))
  return [check, preview, { status, names }].map((answer) => JSON.stringify(answer))
}

/** The same text with only the requested values replaced. */
function without(text: string, replaced: Pair['replaced']): string {
  const texts = replaced.flatMap((pair) => pair.map(String))
  // A key of several parts is also shown by its first part.
  const values = texts.flatMap((text) => [text, ...text.split('/').slice(0, -1)]).filter((value) => value.length > 1)
  const still = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
  return values.toSorted((a, b) => b.length - a.length).reduce((rest, value) => rest.replaceAll(value, '#'), still)
}

/** The place where two texts begin to differ, with what follows in each. */
function differing(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at += 1
  const from = Math.max(0, at - 60)
  return `${one.slice(from, at + 160)} INSTEAD OF ${other.slice(from, at + 160)}`
}

describe('values of other organisations', () => {
  it('every type of document has a soft check and a stored document, so that foreign values can be asked of each', () => {
    for (const type of definitions) {
      const submit = Object.values(type.actions).find(({ content }) => content === 'submitted')!
      expect([type.name, checkOf(submit.right)?.path, contents.get(type.name)?.length]).toEqual([
        type.name,
        expect.any(String),
        expect.any(Number),
      ])
      expect([type.name, contents.get(type.name)!.length > 0]).toEqual([type.name, true])
    }
    expect(checks()).toHaveLength(definitions.length)
  })

  it.each(definitions.map((type) => [type.name, type] as const))(
    'every call of %s answers a value that the reader does not see as one that does not exist',
    async (_, type) => {
      const told: string[] = []
      for (const reader of readers)
        for (const { of, hasNames, real, ghost, replaced } of pairsOf(stored, type, reader)) {
          const asking = (asked: CheckedContent) => ask(reader.account, type, asked, hasNames)
          const answers = [await asking(real), await asking(ghost)]
          const [one, other] = answers.map((texts) => texts.map((text) => without(text, replaced)))
          for (const [index, name] of ['check', 'preview', 'draft'].entries())
            if (one![index] !== other![index])
              told.push(`${reader.account}, ${of}, ${name}: ${differing(one![index]!, other![index]!)}`)
        }
      expect(told).toEqual([])
    },
    120_000,
  )

  it('the soft check of every type but the pool budget tells a reader of the region more than of a number that does not exist', async () => {
    const same: string[] = []
    for (const type of definitions) {
      const [other] = contents
        .get(type.name)!
        .filter(({ region }) => readers.some((reader) => reader.region === region))
      const owner = readers.find(({ region }) => region === other!.region)!
      const stranger = readers.find(({ region }) => region !== other!.region)!
      const { ghost, replaced } = pairsOf(stored, type, stranger).find(({ of }) => of.endsWith(other!.no))!
      const { areaId = null, idcCode = null } = other!.header
      const nothing = { ...ghost, header: areaId === null ? ghost.header : { ...ghost.header, areaId, idcCode } }
      const [own] = await ask(owner.account, type, other!, false)
      const [none] = await ask(owner.account, type, nothing, false)
      if (without(own!, replaced) === without(none!, replaced)) same.push(type.name)
    }
    // A pool budget names nothing but its area, and pools that all areas share.
    expect(same).toEqual(['poolBudget'])
  })

  it('the choice of documents finds none by a number of another region', async () => {
    for (const type of definitions)
      for (const { account, sees } of readers) {
        const pick = async (keyword: string) =>
          (await server.call<unknown[]>(account, '/aps/document/pick', { documentType: type.name, keyword })).data
        const all = contents.get(type.name)!
        const [other, own] = [all.find((one) => !sees(one)), all.find(sees)]
        if (other) expect([account, other.no, await pick(other.no)]).toEqual([account, other.no, []])
        if (own) expect([account, own.no, (await pick(own.no)).length]).toEqual([account, own.no, 1])
      }
  })
})

it('a fact that everybody may know reads no table whose rows belong to an organisation', async () => {
  const scoped = await server.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'scope_id'`,
  )
  const isScoped = new RegExp(`\\b(from|join)\\s+(${scoped.map(({ name }) => name).join('|')})\\b`)
  const found: string[] = []
  for (const { definition, facts } of documents) {
    const { header, lines } = contents.get(definition.name)![0]!
    const tables = Object.fromEntries(Object.keys(definition.tables ?? {}).map((table) => [table, []]))
    const request = {
      documentId: null,
      content: { header, lines, tables },
      raw: {},
      principal: { scope: 'all' },
      now: productNow(),
    }
    for (const [name, fact] of Object.entries(facts)) {
      const isPublic = fact.sight !== 'stored' && [fact.sight].flat().some((sight) => 'everybodys' in sight)
      if (isPublic && isScoped.test(fact.statement(request as never).text)) found.push(`${definition.name}.${name}`)
    }
  }
  expect(found).toEqual([])
})
