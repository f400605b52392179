import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import type { Field } from '#kernel/document/fields.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { ghosts } from '#test/helpers/ghosts.ts'
import { type StoredContent, storedContents, type Values } from '#test/helpers/stored-contents.ts'
import { productNow } from '#kernel/clock/clock.ts'

// What a reader does not see answers exactly as what does not exist: every check, preview and draft of every type of document is asked with
// values of another region (or of another customer), and once more with values that nobody has.

const loaded = await loadAreaServers(areas)
const documents = loaded.flatMap((area) => area.documents)
const definitions = documents.map(({ definition }) => definition)

/** Fields of codes that are nobody's: products, business types, currencies, periods, kinds, and numbers of papers that the product does not keep. */
const NOBODYS = new Set([
  'currency',
  'fscId',
  'subBusiCode',
  'productLineCode',
  'skuCode',
  'spuCode',
  'newSkuCode',
  'newSpuCode',
  'claimPeriod',
  'settlementNo',
  'invoiceNo',
  'subLocation',
  'recordKind',
  'field',
])

const isReference = (name: string, field: Field) =>
  !field.computed && !NOBODYS.has(name) && (field.kind === 'code' || field.names === 'areas')

/** What everybody may know by its code: names of areas, countries, pools and the like are no secret of a region. */
const NAMED_FOR_ALL = [
  'areas',
  'organisations',
  'countries',
  'pools',
  'departments',
  'regions',
  'businessTypes',
  'productLines',
  'skus',
  'spus',
]

/** Fields whose values somebody may see who is limited to a customer, though the documents that name them are about others. */
const IS_LIMITED =
  /^(customer|newCustomer|toCustomer|endCustomer|store|newStore)Code$|^(schemeNo|withholdNo|settledLine|part|runNo|itemNo|invoiceLine|recordKey)$/

interface Reader {
  readonly account: string
  readonly region: string
  /** Whether what a document says may be told to this reader. */
  readonly sees: (document: StoredContent) => boolean
}

let server: DemoServer
const contents = new Map<string, readonly StoredContent[]>()
const readers: Reader[] = []
const areasById = new Map<number, readonly string[]>()
/** By region: which budget departments its areas have; two regions may share one. */
const departments = new Map<string, readonly string[]>()

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
    ['recordKey', 'customerCode', 'toCustomerCode', 'newCustomerCode', 'endCustomerCode'].flatMap(
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
    sees: (one) => one.region === 'IN' && customersOf(one).every((customer) => customer === own),
  })
}, 300_000)
afterAll(() => server?.close())

/** Values that documents say by field: numbers of documents, codes of records, budgets, customers, stores, areas. */
function valuesIn(chosen: readonly StoredContent[]): Map<string, Set<string | number>> {
  const found = new Map<string, Set<string | number>>()
  for (const { header, lines } of chosen)
    for (const values of [header, ...lines])
      for (const [name, value] of Object.entries(values))
        if (value !== null) found.set(name, (found.get(name) ?? new Set()).add(value))
  return found
}

/** Names of fields that hold the same kind of thing: what one type calls the new customer another calls the customer. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  toAreaId: ['areaId'],
  toIdcCode: ['idcCode'],
  newCustomerCode: ['customerCode'],
  toCustomerCode: ['customerCode'],
  endCustomerCode: ['customerCode'],
  newBudgetCode: ['budgetCode'],
  fromBudgetCode: ['budgetCode'],
  newStoreCode: ['storeCode'],
  newChannelCode: ['channelCode'],
}

interface Asked {
  readonly header: Values
  readonly lines: readonly Values[]
}

/** A question in two forms: with what exists elsewhere, and with what exists nowhere. */
interface Pair {
  readonly of: string
  /** Whether a draft is asked for too: what it names has a name. */
  readonly hasNames: boolean
  readonly real: Asked
  readonly ghost: Asked
  readonly replaced: readonly (readonly [string | number, string | number])[]
}

const checks = () => server.routes.filter(({ method, path }) => method === 'POST' && path.endsWith('/check'))
const checkOf = (right: string) => checks().find((route) => route.right === right)!

function bodyOf({ header, lines }: Asked): Record<string, unknown> {
  return { ...header, lines }
}

async function ask(
  account: string,
  type: (typeof definitions)[number],
  asked: Asked,
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

/** An area is called by its name where a form shows it. */
function areaNames(value: string | number): [string, string][] {
  return typeof value === 'number' ? (areasById.get(value) ?? []).map((name) => [name, name]) : []
}

/** The same text where only the values differ that were asked for. */
function without(text: string, replaced: Pair['replaced']): string {
  const texts = replaced.flatMap((pair) => pair.map(String))
  // A key of several parts is also told by the first of them.
  const values = texts.flatMap((text) => [text, ...text.split('/').slice(0, -1)]).filter((value) => value.length > 1)
  const still = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
  return values.toSorted((a, b) => b.length - a.length).reduce((rest, value) => rest.replaceAll(value, '#'), still)
}

/** Where two texts begin to differ, with what follows in each. */
function differing(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at += 1
  const from = Math.max(0, at - 60)
  return `${one.slice(from, at + 160)} INSTEAD OF ${other.slice(from, at + 160)}`
}

/** A whole content of somebody else in one's own place, and one's own content with one value of somebody else's. */
function pairsOf(type: (typeof definitions)[number], reader: Reader): Pair[] {
  const all = contents.get(type.name)!
  const seen = [...contents.values()].flat().filter(reader.sees)
  const mine = valuesIn(seen)
  const region = valuesIn([...contents.values()].flat().filter((one) => one.region === reader.region))
  for (const [name, values] of region) if (!IS_LIMITED.test(name)) mine.set(name, values)
  mine.set(
    'budgetDeptCode',
    new Set([...(mine.get('budgetDeptCode') ?? []), ...(departments.get(reader.region) ?? [])]),
  )
  const theirs = valuesIn([...contents.values()].flat().filter((one) => !reader.sees(one)))
  const isForeign = (name: string, value: string | number) =>
    ![name, ...(ALSO[name] ?? [])].some((each) => mine.get(each)?.has(value))
  const place = seen.find(({ header }) => header['areaId'] && header['idcCode'])!.header
  const here = (header: Values): Values =>
    'areaId' in header ? { ...header, areaId: place['areaId']!, idcCode: place['idcCode']! } : header

  const transplanted = ['IN', 'ID', 'EU']
    .flatMap((region) => all.find((one) => one.region === region && !reader.sees(one)) ?? [])
    .map((other): Pair => {
      const ghostOf = ghosts()
      const replaced: [string | number, string | number][] = []
      const ghostly = (values: Values, fields: typeof type.fields): Values =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => {
            const field = fields[name]
            if (value === null || !field || !isReference(name, field) || !isForeign(name, value)) return [name, value]
            replaced.push([value, ghostOf(value)], ...areaNames(value))
            return [name, ghostOf(value)]
          }),
        )
      const real = { header: here(other.header), lines: other.lines }
      const ghost = {
        header: ghostly(real.header, type.fields),
        lines: real.lines.map((line) => ghostly(line, type.lines)),
      }
      return { of: `${type.name} ${other.no}`, hasNames: true, real, ghost, replaced }
    })

  // One value at a time is asked for by whoever has a document of the type, and by whoever is limited.
  const own = all.find(reader.sees) ?? { ...all[0]!, header: here(all[0]!.header) }
  const asksSingly = reader === readers.find(({ sees }) => all.some(sees)) || reader.account === 'sight.limited'
  const single = (part: 'fields' | 'lines') =>
    Object.entries(type[part])
      .filter(
        ([name, field]) => isReference(name, field) && (reader.account !== 'sight.limited' || IS_LIMITED.test(name)),
      )
      .flatMap(([name, { names }]): Pair[] => {
        const value = [name, ...(ALSO[name] ?? [])]
          .flatMap((each) => [...(theirs.get(each) ?? [])])
          .find((each) => isForeign(name, each))
        if (value === undefined || (part === 'lines' && own.lines.length === 0)) return []
        const put = (given: string | number): Asked =>
          part === 'fields'
            ? { header: { ...own.header, [name]: given }, lines: own.lines }
            : {
                header: own.header,
                lines: own.lines.map((line, row) => (row === 0 ? { ...line, [name]: given } : line)),
              }
        const ghost = ghosts()(value)
        const replaced = [[value, ghost], ...areaNames(value)] as const
        const of = `${type.name}.${name} = ${value}`
        const hasNames = names !== undefined && !NAMED_FOR_ALL.includes(names)
        return [{ of, hasNames, real: put(value), ghost: put(ghost), replaced }]
      })
  return asksSingly ? [...transplanted, ...single('fields'), ...single('lines')] : transplanted
}

describe('a value that the reader does not see', () => {
  it('is asked of every type of document: each has a check and a stored document', () => {
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
    'of %s answers as one that does not exist',
    async (_, type) => {
      const told: string[] = []
      for (const reader of readers)
        for (const { of, hasNames, real, ghost, replaced } of pairsOf(type, reader)) {
          const asking = (asked: Asked) => ask(reader.account, type, asked, hasNames)
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

  it('would be told if it were seen: to a reader of its own region every check answers otherwise', async () => {
    const same: string[] = []
    for (const type of definitions) {
      const [other] = contents
        .get(type.name)!
        .filter(({ region }) => readers.some((reader) => reader.region === region))
      const owner = readers.find(({ region }) => region === other!.region)!
      const stranger = readers.find(({ region }) => region !== other!.region)!
      const { ghost, replaced } = pairsOf(type, stranger).find(({ of }) => of.endsWith(other!.no))!
      const { areaId = null, idcCode = null } = other!.header
      const nothing = { ...ghost, header: areaId === null ? ghost.header : { ...ghost.header, areaId, idcCode } }
      const [own] = await ask(owner.account, type, other!, false)
      const [none] = await ask(owner.account, type, nothing, false)
      if (without(own!, replaced) === without(none!, replaced)) same.push(type.name)
    }
    // A pool budget names nothing but its area, and pools that all areas share.
    expect(same).toEqual(['poolBudget'])
  })

  it('is not offered: a number of another region finds no document to choose', async () => {
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

it('a fact that everybody may know is asked of no table whose rows belong to an organisation', async () => {
  const scoped = await server.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'scope_id'`,
  )
  const isScoped = new RegExp(`\\b(from|join)\\s+(${scoped.map(({ name }) => name).join('|')})\\b`)
  const found: string[] = []
  for (const { definition, facts } of documents) {
    const { header, lines } = contents.get(definition.name)![0]!
    const request = {
      documentId: null,
      content: { header, lines },
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
