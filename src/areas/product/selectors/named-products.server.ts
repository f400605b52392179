import { prepared } from '#kernel/platform/db/statement.ts'
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
