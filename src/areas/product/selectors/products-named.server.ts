import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

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

const given = (codes: readonly (string | null)[]) => [...new Set(codes.filter((code) => code !== null))]

/** The people who may know them, for the sight of facts. */
export const PRODUCTS = { everybodys: 'Products belong to no organisation' } as const

/** The products that a document names: a fact of its rules. */
export function productsNamed(
  skuCodes: readonly (string | null)[],
  spuCodes: readonly (string | null)[],
): Statement<NamedProduct> {
  return named(given(skuCodes), given(spuCodes))
}
