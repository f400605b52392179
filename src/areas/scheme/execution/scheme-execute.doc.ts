import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { operatingUnitReference } from '#areas/organisation/references.facade.ts'
import { skuReference } from '#areas/product/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import {
  actionsOf,
  duplicatesIn,
  fundingFields,
  headOf,
  partialApproval,
  LIST_FILTERS,
  LIST_HEAD,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  schemeFields,
} from '../shared/scheme-document.ts'
import { REBATE_TYPES } from '../shared/scheme-types.ts'

const actions = actionsOf('execute', 'scheme_execute')

/** Execute: pays what a customer earned in a period from its accruals (domain.md 2.7). */
export const schemeExecute = defineDocument({
  ...headOf('execute', { changes: ['funds', 'device'] }),
  name: 'schemeExecute',
  table: 'scheme_execute',
  number: { prefix: 'SE', reset: 'month' },
  fields: {
    ...schemeFields,
    customerCode: f.ref(customerReference, { required: true }),
    // `2026-11`, `2026-Q4` or `whole`, by the scheme's settlement.
    claimPeriod: f.code({ required: true, max: 7 }),
    payoutType: f.choice(REBATE_TYPES, { required: true }),
    postingDate: f.date({ required: true }),
    // The rest of these scheme lines is released after payment.
    finalClaim: f.flag(),
    invoiceNo: f.code({ max: 40 }),
    invoiceDate: f.date(),
    invoiceAmount: f.money(),
    taxMode: f.choice(['none', 'included', 'excluded']),
    rebateExpiresOn: f.date(),
    // For displays and promoters: the result of checking the evidence.
    auditResult: f.choice(['passed', 'partial', 'failed']),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    // The recipient: the customer's account with this unit, or the bank account of the customer's record. Neither is typed.
    operatingUnitCode: { ...f.ref(operatingUnitReference), computed: true },
    payeeAccount: { ...f.code(), computed: true },
    claimDate: { ...f.date(), computed: true },
    closedPeriod: { ...f.flag(), computed: true },
    totalAmount: f.money({ computed: true }),
    approvedTotal: f.money({ computed: true }),
  },
  lines: {
    ...fundingFields,
    storeCode: f.ref(storeReference),
    skuCode: f.ref(skuReference),
    quantity: f.quantity(),
    // F9: separated by spaces.
    imeis: f.list({ most: 500, longest: 20 }),
    salesDocuments: f.text({ max: 500 }),
    claimedAmount: f.money(),
    amount: f.money({ required: true }),
    approvedAmount: f.money({ computed: true }),
    gstAmount: f.money(),
    tdsAmount: f.money(),
    basisUnits: { ...f.integer(), computed: true },
    basisAmount: f.money({ computed: true }),
    // The unlocked part of its encumbrance: accrued, and committed for direct execution.
    freeAccrued: f.money({ computed: true }),
    freeCommitted: f.money({ computed: true }),
    settledBefore: f.money({ computed: true }),
    calculatedAmount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: { ...actions, submit: { ...actions.submit, stepUp: 'byContent' } },
  partialApproval: { ...partialApproval('execute'), along: ['gstAmount', 'tdsAmount'] },
  // A duplicate payment: by two claims, or by a claim and an adjustment.
  duplicates: {
    ...duplicatesIn('schemeSettlement'),
    period: { day: 'postingDate', label: 'claimPeriod' },
    number: { of: 'header', field: 'invoiceNo' },
  },
  view: {
    title: 'payoutType',
    subject: ['schemeNo', 'customerCode', 'claimPeriod'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['schemeNo', 'areaId', 'customerCode', 'claimPeriod', 'claimDate', 'postingDate', 'currency'],
      ['payoutType', 'operatingUnitCode', 'payeeAccount', 'rebateExpiresOn', 'finalClaim', 'auditResult'],
      ['invoiceNo', 'invoiceDate', 'invoiceAmount', 'taxMode', 'approvedTotal'],
      ['reason'],
    ],
    form: [
      'schemeNo',
      'customerCode',
      'claimPeriod',
      'payoutType',
      'postingDate',
      'finalClaim',
      'auditResult',
      'invoiceNo',
      'invoiceDate',
      'invoiceAmount',
      'taxMode',
      'rebateExpiresOn',
      'reason',
    ],
    lines: {
      columns: [
        'fundingNo',
        'budgetCode',
        'storeCode',
        'skuCode',
        'quantity',
        'imeis',
        'salesDocuments',
        'basisUnits',
        'basisAmount',
        'settledBefore',
        'calculatedAmount',
        'freeAccrued',
        'freeCommitted',
        'claimedAmount',
        'amount',
        'approvedAmount',
        'gstAmount',
        'tdsAmount',
        'remark',
      ],
      frozen: ['fundingNo'],
      sum: 'amount',
      card: ['fundingNo', 'skuCode'],
      judged: ['basisAmount', 'settledBefore', 'calculatedAmount'],
    },
  },
  list: {
    columns: [
      ...LIST_HEAD,
      'customerCode',
      'claimPeriod',
      'payoutType',
      'totalAmount',
      'approvedTotal',
      'finalClaim',
      ...LIST_TAIL,
    ],
    filters: [...LIST_FILTERS, 'customerCode', 'claimPeriod', 'payoutType', 'currency', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type SchemeExecute = typeof schemeExecute
export interface SchemeExecuteHeader extends HeaderOf<SchemeExecute> {}
export interface SchemeExecuteLine extends LineOf<SchemeExecute> {}
export interface SchemeExecuteContent extends Content<SchemeExecute> {}
