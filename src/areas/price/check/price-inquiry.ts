import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea, currencyReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineQuestion } from '#kernel/engine/definition/question.ts'
import { namedClassification } from '../shared/price-references.ts'

/** What a price is asked by: for a customer or for a classification, of one product on one day. */
export const priceInquiry = defineQuestion('priceInquiry', 'price', {
  areaId: f.ref(anyArea, { required: true }),
  customerCode: f.ref(customerReference),
  classificationCode: f.ref(namedClassification),
  tradeTermCode: f.code({ required: true, max: 40 }),
  currency: f.ref(currencyReference, { required: true, max: 3 }),
  skuCode: f.ref(skuReference, { required: true }),
  quantity: f.quantity(),
  day: f.date(),
})
