import { type SqlBool, sql } from 'kysely'
import { type Static, type TObject, Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { qb, type Statement } from '#kernel/platform/db/statement.ts'
import { typeAhead } from '#kernel/platform/db/type-ahead.ts'
import { nameIn, type Selection } from '#kernel/engine/document/list/selector.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import { spuReference } from '../references.facade.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** The classes that each back-end system sells; accessories belong to both. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  gs: ['phone', 'accessory'],
  iot: ['iot', 'accessory'],
}

export interface ProductFilter {
  readonly bizSystem: string
  /** Day of the call: products past their end of life are not offered. */
  readonly day: string
  readonly productId?: string | undefined
  readonly skuSourceType?: string | undefined
  readonly categoryTopCode?: string | undefined
  readonly materialCode?: string | undefined
}

function ofSystem(bizSystem: string) {
  return sql<SqlBool>`c.class = any (${CLASSES[bizSystem] ?? []}::text[])`
}

/** Codes of a category and of everything below it. */
const belowCategory = (code: string): string =>
  `with recursive below as (select code from product_category where code = ${code}
    union select n.code from product_category n join below b on n.parent_code = b.code) select code from below`

/** A wire id, which need not be a number. */
function isId(column: string, id: string) {
  return /^\d{1,18}$/.test(id) ? sql<SqlBool>`${sql.ref(column)} = ${id}::bigint` : sql<SqlBool>`false`
}

/** Under which names the answers have what is offered; many rows are not counted for a picker. */
export const skuRows = {
  shape: { skuId: text, skuName: text, skuCode: text, eanCode: nullable(text), materialCodeStr: text },
  counted: 'end',
} as const
type SkuOption = Static<TObject<typeof skuRows.shape>>

/**
 * Current SKUs by code, name or EAN, with codes that begin with the input first. There may be a million: the product is
 * a condition and not a join, so that rows are read in order until there are enough.
 */
export function skusOf(
  { bizSystem, day, productId, categoryTopCode }: ProductFilter,
  keyword: string,
  { language, limit, offset }: Selection,
): Statement<SkuOption> {
  const values: unknown[] = [limit]
  const add = (value: unknown): string => `$${values.push(value)}`
  const where = [
    's.enabled',
    `(s.end_of_life_day is null or s.end_of_life_day > ${add(day)}::date)`,
    // Looked up per row: otherwise a list of all products of these classes was built first, however few rows were wanted.
    `coalesce((select p.enabled and c.class = any (${add(CLASSES[bizSystem] ?? [])}::text[]) from spu p
      join product_category c on c.code = p.category_code where p.code = s.spu_code), false)`,
  ]
  if (productId !== undefined)
    where.push(
      `s.spu_code = (select p.code from spu p where p.id = ${add(/^\d{1,18}$/.test(productId) ? productId : null)}::bigint)`,
    )
  // The categories are found once, and not per row.
  if (categoryTopCode !== undefined)
    where.push(
      `(select p.category_code from spu p where p.code = s.spu_code) = any (array(${belowCategory(add(categoryTopCode))}))`,
    )
  const columns = `s.id::text as "skuId", s.name_${language} as "skuName", s.code as "skuCode", s.ean_code as "eanCode",
    coalesce((select string_agg(m.code, ',' order by m.code) from material m where m.sku_code = s.code and m.enabled), '') as "materialCodeStr"`
  const word = keyword.replaceAll('\u0000', '').trim()
  // The index of codes contains everything that decides whether a SKU is offered, so that thousands of excluded rows are not read.
  if (offset === 0 && word === '')
    return {
      text: `select ${columns} from (select s.code from sku s where ${where.join(' and ')} order by s.code limit $1) k
        join sku s on s.code = k.code order by s.code`,
      values,
    }
  if (offset === 0) {
    const given = {
      table: 'sku',
      alias: 's',
      code: 's.code',
      codeAs: 'skuCode',
      search: 's.search',
      within: null,
      limit: '$1',
    }
    return { text: typeAhead({ ...given, columns, where, add }, keyword), values }
  }
  // Later pages may be slower: the same order over all matches.
  const begins = `s.code like ${add(`${word.toUpperCase()}%`)}`
  if (word !== '') where.push(`s.search like search_like(${add(word)})`)
  return {
    text: `select ${columns} from sku s where ${where.join(' and ')} order by ${begins} desc, s.code limit $1 offset ${add(offset)}`,
    values,
  }
}

export const spuRows = selectorRows(
  spuReference,
  {
    productId: 'spu.id::text',
    productName: 'name',
    spuCode: 'code',
    materialCodes: {
      of: 'array(select m.code from material m join sku k on k.code = m.sku_code where k.spu_code = spu.code and k.enabled and m.enabled order by m.code)',
      as: Type.Array(text),
    },
  },
  { join: 'join product_category c on c.code = spu.category_code', search: ['search'], counted: 'end' },
)

/** Products that have a SKU in life; of one source system, of one top category. */
export function spusOf(
  { bizSystem, day, skuSourceType, categoryTopCode }: ProductFilter,
  selection: Selection,
): Statement<Static<TObject<typeof spuRows.shape>>> {
  const where = [
    ofSystem(bizSystem),
    sql<SqlBool>`exists (select from sku k where k.spu_code = spu.code and k.enabled and (k.end_of_life_day is null or k.end_of_life_day > ${day}::date))`,
  ]
  if (skuSourceType !== undefined)
    where.push(
      sql`exists (select from sku k join source_sku o on o.sku_code = k.code and o.sku_source_type = ${skuSourceType} and o.enabled where k.spu_code = spu.code)`,
    )
  if (categoryTopCode !== undefined)
    where.push(
      sql`spu.category_code in (with recursive below as (select code from product_category where code = ${categoryTopCode}
        union select n.code from product_category n join below b on n.parent_code = b.code) select code from below)`,
    )
  return spuRows.of(selection, ...where)
}

export const materialRows = selectorRows(
  { table: 'material', key: 'code', keyType: 'text', enabled: 'enabled' },
  { materialCode: 'code' },
  {
    join: 'join sku s on s.code = material.sku_code join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code',
    search: ['search'],
    counted: 'end',
  },
)

/** Finished goods by their material number; those of the market of an area are such as are sold there. */
export function materialsOf(
  { bizSystem, day, productId, materialCode }: ProductFilter,
  keyword: string,
  selection: Selection,
  marketAreaId: number | null,
) {
  const where = [
    ofSystem(bizSystem),
    sql<SqlBool>`s.enabled and (s.end_of_life_day is null or s.end_of_life_day > ${day}::date)`,
  ]
  if (productId !== undefined) where.push(isId('p.id', productId))
  if (materialCode !== undefined) where.push(sql`material.code = ${materialCode}`)
  if (marketAreaId !== null)
    where.push(
      sql`exists (select from sku_sales_setting t where t.sku_code = s.code and t.area_id = ${marketAreaId} and t.enabled and t.sellable = 'yes')`,
    )
  return materialRows.of({ ...selection, keyword }, ...where)
}

/** Price classifications of areas, each with its data centre. */
export function classificationsOf(areaIds: readonly number[], language: Language) {
  return qb
    .selectFrom('price_classification as p')
    .innerJoin('area as a', 'a.id', 'p.area_id')
    .select([
      sql<string>`p.id::text`.as('id'),
      'a.idc_code as fromIdcCode',
      nameIn(language, 'p').as('classificationName'),
      'p.code as classificationCode',
    ])
    .where(sql<SqlBool>`p.area_id = any (${areaIds}::int[])`)
    .where('p.enabled', '=', true)
    .orderBy('p.code')
}
