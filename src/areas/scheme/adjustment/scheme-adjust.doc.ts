import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { skuReference, spuReference } from '#areas/product/references.facade.ts'
import {
  actionsOf,
  fundingFields,
  headOf,
  LIST_FILTERS,
  LIST_HEAD,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  schemeFields,
  beneficiaryFields,
  RESERVED,
} from '../shared/scheme-document.ts'
import { LADDER } from '../shared/scheme-types.ts'

const { fundingNo, customerCode, budgetCode } = fundingFields
const { channelCode, storeCode } = beneficiaryFields

/**
 * Adjust: changes amounts, budgets, terms, days, beneficiaries and products of a scheme, as its next version (domain.md
 * 2.9).
 */
export const schemeAdjust = defineDocument({
  ...headOf('adjust'),
  name: 'schemeAdjust',
  table: 'scheme_adjust',
  number: { prefix: 'SA', reset: 'month' },
  // Lines are optional, because days alone may change.
  lineLimits: { typed: 50, file: 10_000, optional: true },
  fields: {
    ...schemeFields,
    newStartDate: f.date(),
    newEndDate: f.date(),
    newClaimDeadline: f.date(),
    newWithholdRate: f.decimal({ digits: 2, min: '0', max: '100', unit: '%' }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    direction: { ...f.choice(['up', 'down', 'none']), computed: true },
    // It begins earlier than approved, on a past day.
    retroactive: { ...f.flag(), computed: true },
    oldTotal: f.money({ computed: true }),
    newTotal: f.money({ computed: true }),
    // The amount that decides its band: the new total of an increase, so that no level is avoided in steps; the reduced
    // or moved amount; everything open where days or terms change.
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    kind: f.choice(['up', 'down', 'swap', 'terms', 'scope'], { required: true }),
    fundingNo,
    // Current beneficiary and product of the line.
    customerCode,
    channelCode: { ...channelCode, computed: true },
    storeCode: { ...storeCode, computed: true },
    skuCode: { ...f.ref(skuReference), computed: true },
    spuCode: { ...f.ref(spuReference), computed: true },
    budgetCode,
    committedAmount: f.money({ computed: true }),
    amount: f.money(),
    newBudgetCode: f.code(),
    availableAmount: f.money({ computed: true }),
    unitAmount: f.money(),
    ratePercent: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    ladderKind: f.choice(['percent', 'unit']),
    ladder: f.ladder(LADDER),
    oldTerms: { ...f.text({ max: 200 }), computed: true },
    newCustomerCode: f.ref(customerReference),
    newChannelCode: channelCode,
    newStoreCode: storeCode,
    newSkuCode: f.ref(skuReference),
    newSpuCode: f.ref(spuReference),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('adjust', 'scheme_adjust'),
  ...RESERVED,
  view: {
    title: 'direction',
    subject: ['schemeNo', 'areaId'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['schemeNo', 'areaId', 'direction', 'oldTotal', 'newTotal', 'currency'],
      ['newStartDate', 'newEndDate', 'newClaimDeadline', 'newWithholdRate', 'retroactive'],
      ['reason'],
    ],
    form: ['schemeNo', 'newStartDate', 'newEndDate', 'newClaimDeadline', 'newWithholdRate', 'reason'],
    lines: {
      columns: [
        'kind',
        'fundingNo',
        'customerCode',
        'channelCode',
        'storeCode',
        'skuCode',
        'spuCode',
        'budgetCode',
        'committedAmount',
        'amount',
        'newBudgetCode',
        'availableAmount',
        'oldTerms',
        'unitAmount',
        'ratePercent',
        'ladderKind',
        'ladder',
        'newCustomerCode',
        'newChannelCode',
        'newStoreCode',
        'newSkuCode',
        'newSpuCode',
        'remark',
      ],
      frozen: ['kind', 'fundingNo'],
      card: ['kind', 'fundingNo'],
    },
  },
  list: {
    columns: [...LIST_HEAD, 'direction', 'oldTotal', 'newTotal', 'reserveStatus', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'direction', 'currency', 'reserveStatus', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'newTotal'],
  },
})

export type SchemeAdjust = typeof schemeAdjust
export interface SchemeAdjustHeader extends HeaderOf<SchemeAdjust> {}
export interface SchemeAdjustLine extends LineOf<SchemeAdjust> {}
export interface SchemeAdjustContent extends Content<SchemeAdjust> {}
