import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { namedClassification } from './price-references.ts'

/** Names of what documents of prices refer to. */
export const priceNames = fieldNames('price.names', [anyArea, namedClassification, customerReference, skuReference])

const titled = prepared<{ title: string }>(
  'price.titled',
  'select title from price_review where title ilike $1 order by id desc limit 1000',
)

/** Reviews with the word in their title. */
export async function titledReviews(tx: Tx, _language: Language, word: string): Promise<readonly TitleFacts[]> {
  return tx.rows(titled(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`))
}
