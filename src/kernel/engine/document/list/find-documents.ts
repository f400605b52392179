import { type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { readableSql, takesPartSql } from '../document-access.ts'
import { limitsOfAny } from '../document-limits.ts'
import type { AnyDocument } from '../server-document.ts'

/** A period and three more digits: at most a hundred documents of a type match such a beginning. */
const FEW_BEHIND = 9
/** Of a shorter beginning, so many of the latest documents of each type that a person takes part in are looked at. */
const LATEST_PARTS = 200
/** Documents with a name that are read, latest first, before the index of words is used. */
const LOOKED_AT = 2_000

/** A document of any type as the registry has it (decision 104). */
export interface RegisteredRow {
  readonly id: string
  readonly type: string
  readonly no: string
  readonly name: string | null
  readonly state: string
  readonly round: number
  readonly drafter_zh: string
  readonly drafter_en: string
}

type Add = (value: unknown) => string

/** A beginning of numbers for each type that can have it: the letters of a type may be left out. Empty: no number begins so. */
function beginnings(definitions: readonly AnyDocument[], typed: string): ReadonlyMap<AnyDocument, string> {
  const upper = typed.toUpperCase()
  if (!/^[A-Z0-9]+$/.test(upper)) return new Map()
  return new Map(
    definitions.flatMap((definition) => {
      const { prefix } = definition.number
      if (/^\d/.test(upper)) return [[definition, prefix + upper] as const]
      return upper.startsWith(prefix) ? [[definition, upper] as const] : []
    }),
  )
}

/**
 * The latest documents of all types whose number begins so, as far as the person may read them: one probe of the registry's index for each
 * organisation and type, and those that they take part in. Null where no number begins so.
 */
export function findByNumber(
  definitions: readonly AnyDocument[],
  reader: Principal,
  typed: string,
  most: number,
): Statement<RegisteredRow> | null {
  const asked = beginnings(definitions, typed)
  if (asked.size === 0) return null
  const values: unknown[] = [reader.userId, most]
  const add: Add = (value) => `$${values.push(value)}`
  const limits = limitsOfAny(reader, 'r', add)
  const own = limits === null ? '' : ` and (${limits})`
  const reaches = Map.groupBy(asked.keys(), ({ viewRight }) => JSON.stringify(scopeOf(reader, viewRight)))
  const within = [...reaches.values()].map((types) => {
    const scope = scopeOf(reader, types[0]!.viewRight)
    const places = scope === 'all' ? 'organisation' : `unnest(${add(scope)}::int[]) organisation (id)`
    // The latest documents of all belong to the organisations and types whose own latest documents are the latest.
    return `select f.* from (
        select asked.*, organisation.id as organisation from ${askedSql(types, asked, add)} cross join ${places}
        cross join lateral (${probe('organisation.id', own, '1')}) first order by ${LATEST('first')} limit $2) asked
      cross join lateral (${probe('asked.organisation', own, '$2')}) f`
  })
  return {
    text: `with found as (${[...within, takenPartIn(asked, add)].map((part) => `(${part})`).join(' union all ')})
      ${shown(`(select document_id, no from found group by document_id, no order by ${LATEST('found')} limit $2) f`)}
      order by ${LATEST('r')}`,
    values,
  }
}

/** The types as rows: what their numbers begin with, and their state as a draft, which its drafter alone finds. */
function askedSql(types: readonly AnyDocument[], asked: ReadonlyMap<AnyDocument, string>, add: Add): string {
  const names = add(types.map(({ name }) => name))
  const begin = add(types.map((type) => asked.get(type)))
  const initial = add(types.map((type) => type.initial))
  return `unnest(${names}::text[], ${begin}::text[], ${initial}::text[]) asked (type, beginning, initial)`
}

/** A range instead of a pattern, so that typed characters have no special meaning; no number contains the last character. */
const BEGINS = `r.document_type = asked.type and r.no collate "C" >= asked.beginning
  and r.no collate "C" < asked.beginning || chr(1114111)`
const NO_DRAFT = 'and (r.state <> asked.initial or r.drafter_id = $1)'
/** A withdrawn document is a draft again, which those who took part in it still open as it was submitted. */
const NO_NEW_DRAFT = 'and (r.state <> asked.initial or r.drafter_id = $1 or r.round > 0)'

/** Orders documents of different types by the digits of their numbers, the latest period first. */
const LATEST = (row: string) => `substring(${row}.no from '\\d.*') collate "C" desc, ${row}.no`

function probe(organisation: string, own: string, most: string): string {
  return `select r.document_id, r.no from document r where r.scope_id = ${organisation} and ${BEGINS} ${NO_DRAFT}${own} order by r.no collate "C" desc limit ${most}`
}

/** Of a long beginning, all that they take part in; of a short one, which most numbers have, those among their latest. */
function takenPartIn(asked: ReadonlyMap<AnyDocument, string>, add: Add): string {
  const from = askedSql([...asked.keys()], asked, add)
  const isLong = [...asked].every(([{ number }, beginning]) => beginning.length >= number.prefix.length + FEW_BEHIND)
  if (isLong)
    return `select r.document_id, r.no from ${from} cross join organisation cross join lateral (
      select * from document r where r.scope_id = organisation.id and ${BEGINS} ${NO_NEW_DRAFT} offset 0) r where ${takesPartSql('r.document_id', '$1')}`
  return `select r.document_id, r.no from ${from} cross join lateral (
      (select distinct t.document_id from approval_task t where t.user_id = $1 and t.document_type = asked.type
         order by t.document_id desc limit ${LATEST_PARTS})
      union (select c.document_id from approval_copy c where c.user_id = $1 order by c.id desc limit ${LATEST_PARTS})) part
    join document r on r.document_id = part.document_id where ${BEGINS} ${NO_NEW_DRAFT}`
}

/** The latest documents whose name contains the word, among those that the person may read. */
export function findByName(
  definitions: readonly AnyDocument[],
  reader: Principal,
  word: string,
  most: number,
): Statement<RegisteredRow> | null {
  const named = definitions.filter(({ fields }) => fields['name'])
  if (named.length === 0) return null
  const values: unknown[] = [reader.userId, most]
  const add: Add = (value) => `$${values.push(value)}`
  const initial = add([...new Set(named.map((definition) => definition.initial))])
  const may = (row: 'r' | 'x') =>
    `(${row}.state <> all (${initial}::text[]) or ${row}.drafter_id = $1) and ${readableSql(named, reader, row, add)}`
  const contains = `search like search_like(${add(word)})`
  return {
    text: `with walked as materialized (
        select x.document_id, x.no from (select r.* from document r where r.name is not null order by r.document_id desc limit ${LOOKED_AT}) x
        where x.${contains} and ${may('x')} limit $2),
      hit as materialized (select r.document_id, r.no from document r where r.name is not null and r.${contains} and ${may('r')}
        and (select count(*) from walked) < $2
        order by r.document_id + 0 desc limit $2)
      ${shown('(select * from walked union select * from hit) f')} order by r.document_id desc limit $2`,
    values,
  }
}

/** Which of these documents, by number or by id, a person may read. */
export function readDocuments(
  definitions: readonly AnyDocument[],
  reader: Principal,
  asked: { readonly numbers: readonly string[]; readonly ids: readonly string[] },
): Statement<RegisteredRow> {
  const values: unknown[] = [reader.userId, asked.numbers, asked.ids]
  const add: Add = (value) => `$${values.push(value)}`
  const initial = add([...new Set(definitions.map((definition) => definition.initial))])
  return {
    text: `${shown('(select document_id from document where no = any ($2::text[]) or document_id = any ($3::bigint[])) f')}
      where (r.state <> all (${initial}::text[]) or r.drafter_id = $1 or r.round > 0 and ${takesPartSql('r.document_id', '$1')})
        and ${readableSql(definitions, reader, 'r', add)}`,
    values,
  }
}

/** What was changed in a withdrawn document is its drafter's alone: others are told the name that was submitted. */
const NAME = `case when r.drafter_id = $1 or r.name is null then r.name
  else coalesce((select i.header->>'name' from approval_instance i where i.document_id = r.document_id and i.round = r.round), r.name) end`

function shown(found: string): string {
  return `select r.document_id as id, r.document_type as type, r.no, ${NAME} as name, r.state, r.round, u.name_zh as drafter_zh, u.name_en as drafter_en
      from ${found} join document r on r.document_id = f.document_id join app_user u on u.id = r.drafter_id`
}
