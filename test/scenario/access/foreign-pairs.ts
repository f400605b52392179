import { columnOf, type Field, type Fields } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { DemoServer } from '../../helpers/servers/demo-server.ts'

// Pairs of requests about data that a reader does not see: a content with values of documents that are foreign to them,
// and the same content with values that do not exist.

export interface Reader {
  readonly account: string
  readonly region: string
  /** Whether this reader may be told the values of a document. */
  readonly sees: (document: StoredContent) => boolean
}

/** The inputs of the requests. */
interface Stored {
  readonly readers: readonly Reader[]
  /** By type of document. */
  readonly contents: ReadonlyMap<string, readonly StoredContent[]>
  /** The name of an area. */
  readonly areasById: ReadonlyMap<number, readonly string[]>
  /** By region: which budget departments its areas have; two regions may share one. */
  readonly departments: ReadonlyMap<string, readonly string[]>
}

/**
 * Fields of codes that belong to nobody: products, business types, currencies, trade terms, periods, kinds, and numbers of
 * papers that the product does not keep. Which trade terms a customer has is told with the customer alone.
 */
const NOBODYS = new Set([
  'currency',
  'tradeTermCode',
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
  !field.computed && !NOBODYS.has(name) && (field.kind === 'code' || field.refersTo?.names === 'areas')

/** Codes that everybody may know: names of areas, countries, pools and the like are no secret of a region. */
export const NAMED_FOR_ALL = [
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

/** Fields whose values may be seen by a person who is limited to a customer, though the documents that name them are about others. */
const IS_LIMITED =
  /^(customer|newCustomer|toCustomer|endCustomer|store|newStore)Code$|^(schemeNo|withholdNo|settledLine|part|runNo|itemNo|invoiceLine|recordKey)$/

/** Values that documents say by field: numbers of documents, codes of records, budgets, customers, stores, areas. */
function valuesIn(chosen: readonly StoredContent[]): Map<string, Set<string | number>> {
  const found = new Map<string, Set<string | number>>()
  for (const { header, lines } of chosen)
    for (const values of [header, ...lines])
      for (const [name, value] of Object.entries(values))
        if (value !== null) found.set(name, (found.get(name) ?? new Set()).add(value))
  return found
}

/** Names of fields that hold the same kind of value: one type's new customer is another type's customer. */
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

export interface CheckedContent {
  readonly header: Values
  readonly lines: readonly Values[]
}

/** A request in two forms: with a value that exists elsewhere, and with one that exists nowhere. */
export interface Pair {
  readonly of: string
  /** Whether a draft is requested too, which shows the names of what it refers to. */
  readonly hasNames: boolean
  readonly real: CheckedContent
  readonly ghost: CheckedContent
  readonly replaced: readonly (readonly [string | number, string | number])[]
}

/** An area is called by its name where a form shows it. */
function areaNames({ areasById }: Stored, value: string | number): [string, string][] {
  return typeof value === 'number' ? (areasById.get(value) ?? []).map((name) => [name, name]) : []
}

/** A whole foreign content at the reader's own place, and the reader's own content with one foreign value. */
export function pairsOf(stored: Stored, type: AnyDocument, reader: Reader): Pair[] {
  const { contents, departments, readers } = stored
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
      const ghostOf = missingValues()
      const replaced: [string | number, string | number][] = []
      const ghostly = (values: Values, fields: typeof type.fields): Values =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => {
            const field = fields[name]
            if (value === null || !field || !isReference(name, field) || !isForeign(name, value)) return [name, value]
            replaced.push([value, ghostOf(value)], ...areaNames(stored, value))
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

  // One value at a time is tried by people who have a document of the type, and by those who are limited.
  const own = all.find(reader.sees) ?? { ...all[0]!, header: here(all[0]!.header) }
  const asksSingly = reader === readers.find(({ sees }) => all.some(sees)) || reader.account === 'sight.limited'
  const single = (part: 'fields' | 'lines') =>
    Object.entries(type[part])
      .filter(
        ([name, field]) => isReference(name, field) && (reader.account !== 'sight.limited' || IS_LIMITED.test(name)),
      )
      .flatMap(([name, { refersTo }]): Pair[] => {
        const value = [name, ...(ALSO[name] ?? [])]
          .flatMap((each) => [...(theirs.get(each) ?? [])])
          .find((each) => isForeign(name, each))
        if (value === undefined || (part === 'lines' && own.lines.length === 0)) return []
        const put = (given: string | number): CheckedContent =>
          part === 'fields'
            ? { header: { ...own.header, [name]: given }, lines: own.lines }
            : {
                header: own.header,
                lines: own.lines.map((line, row) => (row === 0 ? { ...line, [name]: given } : line)),
              }
        const ghost = missingValues()(value)
        const replaced = [[value, ghost], ...areaNames(stored, value)] as const
        const of = `${type.name}.${name} = ${value}`
        const names = refersTo?.names
        const hasNames = names !== undefined && !NAMED_FOR_ALL.includes(names)
        return [{ of, hasNames, real: put(value), ghost: put(ghost), replaced }]
      })
  return asksSingly ? [...transplanted, ...single('fields'), ...single('lines')] : transplanted
}

/** Makes for each value another of the same form that does not exist in the database. */
function missingValues(): (value: string | number) => string | number {
  const made = new Map<string | number, string | number>()
  return (value) => {
    const known = made.get(value)
    if (known !== undefined) return known
    const ghost = typeof value === 'number' ? 98_765 + made.size : ghostText(value, made.size)
    made.set(value, ghost)
    return ghost
  }
}

function ghostText(value: string, index: number): string {
  const [first = '', ...rest] = value.split('/')
  const digits = first.replaceAll(/\D/g, '').length
  const other = () => `${first.slice(0, -2)}${`Q${String.fromCodePoint(65 + index)}`}`
  let left = digits
  const number = String(10 ** digits - 1 - index)
  const ghost = digits < 2 ? other() : first.replaceAll(/\d/g, () => number.at(-left--) ?? '9')
  return [first === first.toLowerCase() ? ghost.toLowerCase() : ghost, ...rest].join('/')
}

type Value = string | number | null
export type Values = Readonly<Record<string, Value>>

/** A document as it was submitted: the values that its form would submit again. */
export interface StoredContent {
  readonly no: string
  readonly region: string
  readonly header: Values
  readonly lines: readonly Values[]
}

const columns = (fields: Fields) => Object.keys(fields).map((field) => `x.${columnOf(field)}::text as "${field}"`)

function typed(fields: Fields, row: Readonly<Record<string, string | null>>): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind }]) => {
      const value = row[field] ?? null
      return [field, value !== null && kind === 'integer' ? Number(value) : value]
    }),
  )
}

/** Every submitted document of a type with the region that it belongs to, newest first; of each at most three lines. */
export async function storedContents(server: DemoServer, definition: AnyDocument): Promise<StoredContent[]> {
  const { table, fields, lines, initial, actions } = definition
  const states = actions['approve'] ? `in ('underApproval', 'approved')` : `<> '${initial}'`
  const heads = await server.query<Readonly<Record<string, string | null>>>(
    `select x.id::text as "$id", x.no as "$no", coalesce(nullif(p.code, 'HQ'), o.code) as "$region", ${columns(fields).join(', ')}
     from ${table} x join organisation o on o.id = x.scope_id left join organisation p on p.id = o.parent_id
     where x.round > 0 and x.state ${states} order by x.id desc`,
  )
  const stored = await server.query<Readonly<Record<string, string | null>>>(
    `select x.document_id::text as "$id", ${columns(lines).join(', ')} from ${table}_line x
     join ${table} d on d.id = x.document_id and d.round = x.round where x.line_no <= 3 order by x.line_no`,
  )
  const byDocument = Map.groupBy(stored, (line) => line['$id'])
  return heads.map((head) => ({
    no: head['$no']!,
    region: head['$region']!,
    header: typed(fields, head),
    lines: (byDocument.get(head['$id']!) ?? []).map((line) => typed(lines, line)),
  }))
}
