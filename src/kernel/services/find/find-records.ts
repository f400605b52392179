import { limitSql } from '#kernel/platform/access/limits.ts'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { keptArray, keptByText, type Statement } from '#kernel/platform/db/statement.ts'
import { typeAhead } from '#kernel/platform/db/type-ahead.ts'
import { type AnyRecord, columnFor, recordText } from '#kernel/engine/record/definition.ts'
import { stateName } from '#kernel/engine/record/record-texts.ts'
import { stateSql } from '#kernel/engine/record/record-sql.ts'
import type { RecordState } from '#kernel/engine/record/states.ts'
import { foundThing } from './found-thing.ts'
import type { FindQuery, FindSource } from './find-source.ts'

interface Row {
  readonly id: string
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly state: RecordState
}

/** Titles that people hold at an organisation: roles, job titles. */
interface Titles {
  /** Table of the titles, with `code`, `name_zh` and `name_en`. */
  readonly table: string
  /** The rows of the record as `t`, with whatever says who holds what. */
  readonly from: string
  /** Which of them hold the title `p.title` at the organisation `p.place`: an index begins with both. */
  readonly where: string
  /** The organisation is the one whose readers see the row: people of other organisations are skipped before their rows are read. */
  readonly isScope?: true
  /** Who may know it, beside the right to see the record. */
  readonly right?: string
}

/**
 * Finds the records of a definition with a `search` column by the beginning of their code or by a word of their name; where fewer
 * than wanted are found, also by the words of a title that they hold and of the organisation that they hold it at.
 */
export function findRecords(record: AnyRecord, icon: string, titles?: Titles): FindSource {
  return {
    kind: record.name,
    title: recordText(record, 'many'),
    icon,
    right: record.rights.view,
    async find(tx, { principal, language }, asked) {
      const isTitled = titles && (titles.right === undefined || may(principal, titles.right))
      const rows = await tx.rows(matching(record, principal, asked, isTitled ? titles : null))
      return rows.map((row) => {
        const name = language === 'zh' ? row.name_zh : row.name_en
        return foundThing({
          key: row.code,
          title: name,
          hint: row.code,
          state:
            row.state === 'enabled' ? null : { label: stateName(record, language, row.state), colour: 'grey' as const },
          url: `${record.page}?${new URLSearchParams({ record: row.id })}`,
          mobileUrl: `${record.phonePage}?${new URLSearchParams({ id: row.id })}`,
        })
      })
    },
  }
}

function matching(
  record: AnyRecord,
  principal: Principal,
  { word, most }: FindQuery,
  titles: Titles | null,
): Statement<Row> {
  const values: unknown[] = [most]
  const add = (value: unknown): string => `$${values.push(value)}`
  const column = (name: string) => `t.${columnFor(name, record.fields[name]!)}`
  const ids = record.scope && principal.scope !== 'all' ? keptArray(values.push(principal.scope), 'int') : null
  const where = limitSql(principal, record.table, 't', add)
  const columns = `t.id::text as id, ${column(record.key)} as code, ${column(record.names.zh)} as name_zh, ${column(record.names.en)} as name_en, ${stateSql(record)} as state`
  const named = typeAhead(
    {
      table: record.table,
      alias: 't',
      columns,
      code: column(record.key),
      codeAs: 'code',
      search: `t.${record.search}`,
      where,
      within: ids ? { column: 't.scope_id', ids } : null,
      limit: '$1',
      isKept: true,
      add,
    },
    word,
  )
  if (!titles) return keptByText(`find.${record.name}`, named, values)
  const held = [titles.where, ...where, ...(ids ? [`t.scope_id = any (${ids})`] : [])].join(' and ')
  const text = `with named as materialized (${named}),
    titled as (select p.title, p.place from (${titlesCalled(titles.table, word, add, titles.isScope ? ids : null)}) p where (select count(*) from named) < $1),
    held as (select distinct on (x.code) x.* from titled p cross join lateral (
      select ${columns} from ${titles.from} where ${held} order by ${column(record.key)} limit $1) x order by x.code)
    select * from named union all
      (select h.* from held h where not exists (select from named n where n.code = h.code) order by h.code limit $1) limit $1`
  return keptByText(`find.${record.name}`, text, values)
}

/** Most pairs of a title and an organisation whose people are looked at. */
const MOST_TITLES = 500

/**
 * Titles with an organisation whose names together have all the words. A Chinese word is the organisation's name and the title's in
 * one. Titles that share no word with what was typed, as with most of it, are passed before they meet any organisation.
 */
function titlesCalled(table: string, word: string, add: (value: unknown) => string, places: string | null): string {
  const words = word
    .toLowerCase()
    .split(/[\s,，]+/)
    .filter((part) => part !== '')
  const escaped = words.map((part) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const patterns = `((select ${add(escaped)}::text[])::text[])`
  const whole = `(select ${add(word)}::text)`
  return `select r.code as title, o.id as place from ${table} r cross join organisation o
    where (lower(concat_ws(' ', r.name_en, r.name_zh)) like any ${patterns} or position(r.name_zh in ${whole}) > 0)
      and lower(concat_ws(' ', r.name_en, o.name_en, o.name_zh || r.name_zh)) like all ${patterns}${places ? ` and o.id = any (${places})` : ''} limit ${MOST_TITLES}`
}
