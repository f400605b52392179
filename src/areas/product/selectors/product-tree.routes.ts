import { Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { areaOf, CHOICES } from '#areas/organisation/organisation.facade.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { productLines } from './product-lines.queries.ts'

const productLeaf = { name: text, code: text, productClass: text }

export const productTree = defineRoute({
  method: 'POST',
  path: '/gs/:idc/oversea/aps/coa/product/tree',
  right: CHOICES,
  summary: 'Product lines of the chart of accounts, as a tree of two levels',
  mode: 'read',
  params: Type.Object({ idc: Type.String({ maxLength: 16 }) }),
  body: Type.Object({}),
  data: Type.Array(
    Type.Object({
      ...productLeaf,
      child: Type.Array(Type.Object({ ...productLeaf, child: Type.Array(Type.Unknown(), { maxItems: 0 }) })),
    }),
  ),
  async handler(tx, context, { params }) {
    await areaOf(context, tx, params.idc)
    const lines = await tx.rows(productLines(context.language))
    const node = (line: (typeof lines)[number]) => ({
      name: line.name,
      code: line.code,
      productClass: line.product_class,
    })
    return lines
      .filter((line) => line.parent_code === null)
      .map((root) => ({
        ...node(root),
        child: lines.filter((line) => line.parent_code === root.code).map((line) => ({ ...node(line), child: [] })),
      }))
  },
})
