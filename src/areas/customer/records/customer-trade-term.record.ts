import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED } from '#kernel/engine/record/definition.ts'
import { anyCustomer, tradeTermReference } from '../references.facade.ts'

/** The trade terms allowed for a customer (Q9). */
export const customerTradeTerm = defineRecord({
  name: 'customerTradeTerm',
  area: 'customer',
  table: 'customer_trade_term',
  api: '/aps/customerTradeTerm',
  file: 'customer-trade-term',
  page: '/master/pc/customerTradeTerm',
  phonePage: '/master/mobile/customerTradeTerm',
  keyOf: ['customerCode', 'tradeTermCode'],
  fields: {
    code: f.code({ required: true, max: 130 }),
    customerCode: f.ref(anyCustomer, { required: true }),
    tradeTermCode: f.ref(tradeTermReference, { required: true }),
    remark: f.text({ max: 200 }),
  },
  names: { zh: 'code', en: 'code' },
  scope: 'customerCode',
  states: ENABLED,
  list: {
    columns: ['code', 'customerCode', 'tradeTermCode', 'remark', 'state', 'updatedAt', 'updatedBy'],
    filters: ['customerCode', 'tradeTermCode', 'state', 'keyword'],
    sort: ['code', 'updatedAt'],
  },
  naming: { tradeTermCode: { shows: 'customerCode', hasOwnWords: true }, customerCode: { shows: 'tradeTermCode' } },
  example: { customerCode: 'C-IN-0001', tradeTermCode: 'DAP', remark: 'Airports only' },
})
