import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import { codesNamed } from '#kernel/engine/document/named-rows.ts'
import type { AnyDocument, FactSpec } from '#kernel/engine/document/server-document.ts'
import { skuReference, spuReference } from '../references.facade.ts'

/** A product that another area's document names: a SKU or an SPU. */
export interface NamedProduct {
  readonly kind: 'sku' | 'spu'
  readonly code: string
  readonly spuCode: string
  /** Class of its category, which may not be mixed in one document (B8). */
  readonly categoryClass: 'phone' | 'accessory' | 'iot'
  readonly enabled: boolean
}

const named = prepared<NamedProduct>(
  'product.named',
  `select 'sku' as kind, s.code, s.spu_code as "spuCode", c.class as "categoryClass", s.enabled and p.enabled as enabled
     from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code where s.code = any ($1::text[])
   union all
   select 'spu', p.code, p.code, c.class, p.enabled from spu p join product_category c on c.code = p.category_code where p.code = any ($2::text[])`,
)

/** A fact: the products that the content names, SKUs and SPUs in one statement. */
export function namedProducts<D extends AnyDocument>(
  definition: D,
  actions: readonly ActionOf<D>[],
): FactSpec<D, readonly NamedProduct[], never> {
  const [skus, spus] = [codesNamed(definition, skuReference), codesNamed(definition, spuReference)]
  return {
    actions,
    sight: { everybodys: 'Products belong to no organisation' },
    statement: ({ content }) => named(skus(content), spus(content)),
    read: (rows: readonly NamedProduct[]) => rows,
  }
}

const called = prepared<{ code: string; skus: readonly string[] }>(
  'product.skus-called',
  `select g.code, coalesce(array_agg(f.sku order by f.sku) filter (where f.sku is not null), '{}') as skus
   from unnest($1::text[]) as g (code)
   left join lateral (
     select s.code as sku from sku s where s.code = g.code
     union select s.code from sku s join spu p on p.code = s.spu_code and p.enabled
       where s.spu_code = g.code and s.enabled and (s.end_of_life_day is null or s.end_of_life_day > product_now()::date)
     union select s.code from material m join sku s on s.code = m.sku_code and s.enabled and (s.end_of_life_day is null or s.end_of_life_day > product_now()::date)
       where m.code = g.code and m.enabled
   ) f on true group by g.code`,
)

/** The SKUs that codes stand for: a SKU for itself, an SPU or a material for its SKUs in life. Codes that name nothing are left out. */
export async function skusCalled(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await tx.rows(called([...new Set(codes)]))
  return new Map(found.filter(({ skus }) => skus.length > 0).map(({ code, skus }) => [code, skus]))
}
