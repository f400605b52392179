import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { type FindSource, isOfCustomer } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import { priceLists } from '../price.lists.ts'
import { ownPrices } from './own-price.list.ts'
import { ownRows } from './own-prices.queries.ts'

/** Codes of products have no blanks, and names of people and shops are longer words: they are not sought among prices. */
const CODE = /^[a-z0-9][a-z0-9-]*$/i
const PAGE = priceLists.find(({ name }) => name === 'ownPrices')!.page

/** The prices of a person's own customers, by the beginning of a SKU; a product once, whatever its trade terms and days. */
export const ownPriceFinder: FindSource = {
  kind: 'ownPrices',
  title: 'price.menu.own',
  icon: 'table',
  right: ownPrices.right,
  async find(tx, reader, { word, most }) {
    if (!isOfCustomer(reader) || !CODE.test(word)) return []
    const name = reader.language === 'zh' ? 's.name_zh as name' : 's.name_en as name'
    const rows = await tx.rows(
      statementOf(
        ownRows(reader, { skuCode: word })
          .innerJoin('sku as s', 's.code', 'k.sku_code')
          .select(['k.sku_code as code', name])
          .distinct()
          .orderBy('k.sku_code')
          .limit(most),
      ),
    )
    return rows.map(({ code, name: hint }) =>
      foundThing({ key: code, title: code, hint, url: withQuery(PAGE, { skuCode: code }) }),
    )
  },
}
