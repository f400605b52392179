import type { FindSource } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'

/** The list of the budgets of each level. */
const LISTS = { country: '/budget/pc/country/list', project: '/budget/pc/project/list?view=lines' } as const

interface Row {
  readonly kind: 'line' | 'project' | 'pool'
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly hint: string
  readonly level: keyof typeof LISTS
  /** An area that has it, because a list of lines is of one area. */
  readonly idc: string
}

/** Digits of a budget code, `BL000001986`. */
const DIGITS = 9
/** Limits how many lines of a code prefix are read: those of a year that is only planned are skipped. */
const LOOKED_AT = 500
/** Projects and pools whose names are searched: there are some thousand at most. */
const LIKE = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Budget lines by their code, and those of projects and pools by the name of these. */
export const budgetFinder: FindSource = {
  kind: 'budgets',
  title: 'budget.menu.countryList',
  icon: 'wallet',
  right: 'budget.country.view',
  async find(tx, { principal, language }, { word, most }) {
    const digits = /^bl(\d{1,9})$/i.exec(word)?.[1]
    const rows = await tx.rows(digits ? byCode(principal, digits, most) : byName(principal, word, most))
    return rows.map(({ kind, code, level, idc, hint, ...row }) => {
      const name = language === 'zh' ? row.name_zh : row.name_en
      const by = { line: 'budgetCode', project: 'projectCode', pool: 'projectPoolCode' }[kind]
      return foundThing({
        key: `${kind} ${code}`,
        title: kind === 'line' ? `${code} ${name}` : name,
        hint: kind === 'line' ? hint : code,
        url: withQuery(LISTS[level], { idcCode: idc, [by]: code }),
      })
    })
  },
}

function byCode({ scope }: Principal, digits: string, most: number): Statement<Row> {
  // A code that is typed without its zeros is whole; one that begins with them may go on.
  const isBegun = digits.startsWith('0') && digits.length < DIGITS
  const first = isBegun ? Number(digits.padEnd(DIGITS, '0')) : Number(digits)
  const last = isBegun ? Number(digits.padEnd(DIGITS, '9')) : Number(digits)
  const lines = (within: string) =>
    `select l.* from (select * from budget_line where id between $1 and $2${within} order by id limit ${LOOKED_AT}) l
     where l.state <> 'planned' order by l.id limit $3`
  const found =
    scope === 'all'
      ? lines('')
      : `select f.* from unnest($4::int[]) o (id) cross join lateral (${lines(' and scope_id = o.id')}) f order by f.id limit $3`
  return {
    text: `select 'line' as kind, f.code, coalesce(j.name_zh, f.project_code) as name_zh, coalesce(j.name_en, f.project_code) as name_en,
        concat_ws(' · ', f.year || '-' || lpad(f.month::text, 2, '0'), nullif(f.country_code, ''), f.product_line_code) as hint, f.level, a.idc_code as idc
      from (${found}) f join area a on a.id = f.area_id left join project j on j.code = f.project_code order by f.id`,
    values: [first, last, most, ...(scope === 'all' ? [] : [scope])],
  }
}

function byName({ scope }: Principal, word: string, most: number): Statement<Row> {
  const isTheirs = (row: string) => (scope === 'all' ? 'true' : `${row}.scope_id = any ($3::int[])`)
  const isMeant = (row: string) => `(${row}.code ilike $1 or ${row}.name_zh ilike $1 or ${row}.name_en ilike $1)`
  const areaWith = (budgets: string) =>
    `join lateral (select a.idc_code as idc from area a where exists (${budgets}) order by a.id limit 1) a on true`
  return {
    text: `(select 'pool' as kind, p.code, p.name_zh, p.name_en, '' as hint, 'country' as level, a.idc from project_pool p
        ${areaWith(`select from budget_pool b where b.area_id = a.id and b.project_pool_code = p.code and ${isTheirs('b')}`)}
        where ${isMeant('p')} order by p.code limit $2)
      union all
      (select 'project', j.code, j.name_zh, j.name_en, '', 'country', a.idc from project j
        ${areaWith(`select from budget_line l where l.area_id = a.id and l.project_code = j.code and l.state <> 'planned' and ${isTheirs('l')}`)}
        where ${isMeant('j')} order by j.code limit $2)
      limit $2`,
    values: [LIKE(word), most, ...(scope === 'all' ? [] : [scope])],
  }
}
