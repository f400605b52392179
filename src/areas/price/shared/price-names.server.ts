import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { namedClassification, namedRole } from './price-references.ts'

/** Names of what documents of prices refer to. */
export const priceNames = fieldNames('price.names', [
  anyArea,
  namedClassification,
  customerReference,
  skuReference,
  namedRole,
])

/** Price documents of a table with the word in their title. */
export function titledIn(table: 'price_review' | 'price_application') {
  const titled = prepared<{ title: string }>(
    `price.titled.${table}`,
    `select title from ${table} where title ilike $1 order by id desc limit 1000`,
  )
  return (tx: Tx, _language: Language, word: string): Promise<readonly TitleFacts[]> =>
    tx.rows(titled(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`))
}
