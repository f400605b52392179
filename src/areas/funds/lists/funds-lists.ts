import type { StateColour } from '#kernel/engine/definition/definition.ts'

// The lists of customer funds with their columns and filters, shared by server and both pages.

/** A `word` is an enumerated value with a label; a `count` is a whole number. */
export type ColumnKind = 'text' | 'code' | 'word' | 'day' | 'time' | 'amount' | 'count'

export interface FundsColumn {
  readonly key: string
  readonly kind: ColumnKind
  /** Amounts in the totals, by currency. */
  readonly isSum?: true
  readonly isSorted?: true
}

/** Kinds of filter: a customer by code or name, an exact value, a number prefix, days. */
export type FilterKind = 'customer' | 'same' | 'begins' | 'word' | 'days'

export interface FundsFilter {
  readonly name: string
  readonly kind: FilterKind
  readonly options?: readonly string[]
}

export interface FundsList {
  readonly name: FundsListName
  readonly right: string
  readonly exportRight: string
  readonly columns: readonly FundsColumn[]
  readonly filters: readonly FundsFilter[]
  /** `-dueOn` sorts in descending order; null: by key, newest first (decision 073). */
  readonly sort: string | null
}

export const FUNDS_LIST_NAMES = ['account', 'rebate', 'flow', 'receivable', 'invoice'] as const
export type FundsListName = (typeof FUNDS_LIST_NAMES)[number]

const text = (key: string): FundsColumn => ({ key, kind: 'text' })
const word = (key: string): FundsColumn => ({ key, kind: 'word' })
const code = (key: string): FundsColumn => ({ key, kind: 'code' })
const sorted = (key: string, kind: ColumnKind): FundsColumn => ({ key, kind, isSorted: true })
const sums = (...keys: readonly string[]): FundsColumn[] =>
  keys.map((key) => ({ key, kind: 'amount', isSum: true, isSorted: true }))
const amounts = (...keys: readonly string[]): FundsColumn[] => keys.map((key) => ({ key, kind: 'amount' }))

const CUSTOMER = [sorted('customerCode', 'code'), text('customerName'), code('operatingUnitCode')]
const WHOSE: readonly FundsFilter[] = [
  { name: 'customerCode', kind: 'customer' },
  { name: 'operatingUnitCode', kind: 'same' },
  { name: 'currency', kind: 'same' },
]

/** What a document may do with an item or an account. */
export const KINDS = ['RECHARGE', 'REBATE', 'RECEIVABLE'] as const
export const ITEM_KINDS = ['invoice', 'debitNote', 'creditMemo', 'receipt'] as const
export const INVOICE_KINDS = ['invoice', 'creditNote', 'debitNote'] as const
export const BATCH_STATES = ['open', 'used', 'ended'] as const
/** States of rebate batches, in the product's usual colours. */
export const BATCH_COLOURS = { open: 'green', used: 'grey', ended: 'orange' } as const satisfies Readonly<
  Record<(typeof BATCH_STATES)[number], StateColour>
>
export const AGEING = ['notDue', 'days30', 'days60', 'days90', 'over90'] as const

export const FUNDS_LISTS: Readonly<Record<FundsListName, FundsList>> = {
  account: {
    name: 'account',
    right: 'funds.account.view',
    exportRight: 'funds.account.export',
    columns: [
      ...CUSTOMER,
      code('currency'),
      ...sums(
        'rechargeAvailable',
        'rechargeOccupied',
        'rebateAvailable',
        'rebateOccupied',
        'total',
        'receivable',
        'credits',
        'overdue',
      ),
    ],
    filters: [...WHOSE, { name: 'overdue', kind: 'word', options: ['yes'] }],
    sort: 'customerCode',
  },
  rebate: {
    name: 'rebate',
    right: 'funds.rebate.view',
    exportRight: 'funds.rebate.export',
    columns: [
      code('sourceNo'),
      ...CUSTOMER,
      word('state'),
      code('schemeNo'),
      sorted('creditedOn', 'day'),
      sorted('expiresOn', 'day'),
      word('productClass'),
      word('taxMode'),
      code('currency'),
      ...sums('credited', 'available', 'occupied', 'consumed', 'expired'),
    ],
    filters: [
      ...WHOSE,
      { name: 'state', kind: 'word', options: BATCH_STATES },
      { name: 'sourceNo', kind: 'begins' },
      { name: 'schemeNo', kind: 'begins' },
      { name: 'expiresOn', kind: 'days' },
    ],
    sort: '-creditedOn',
  },
  flow: {
    name: 'flow',
    right: 'funds.account.view',
    exportRight: 'funds.account.export',
    columns: [
      { key: 'at', kind: 'time' },
      ...CUSTOMER.map(({ key, kind }) => ({ key, kind })),
      word('kind'),
      word('bucket'),
      word('action'),
      code('documentNo'),
      code('currency'),
      ...amounts('before', 'amount', 'after'),
    ],
    filters: [
      ...WHOSE,
      { name: 'kind', kind: 'word', options: KINDS },
      { name: 'bucket', kind: 'word', options: ['avl', 'occ', 'rcv', 'crd'] },
      { name: 'at', kind: 'days' },
    ],
    sort: null,
  },
  receivable: {
    name: 'receivable',
    right: 'funds.receivable.view',
    exportRight: 'funds.receivable.export',
    columns: [
      code('no'),
      ...CUSTOMER,
      word('kind'),
      code('externalNo'),
      sorted('issuedOn', 'day'),
      sorted('dueOn', 'day'),
      { key: 'daysOverdue', kind: 'count' },
      code('currency'),
      ...sums('original', 'open', 'locked', ...AGEING),
    ],
    filters: [
      ...WHOSE,
      { name: 'no', kind: 'begins' },
      { name: 'kind', kind: 'word', options: ITEM_KINDS },
      { name: 'settled', kind: 'word', options: ['all', 'settled', 'overdue'] },
      { name: 'dueOn', kind: 'days' },
    ],
    sort: 'dueOn',
  },
  invoice: {
    name: 'invoice',
    right: 'funds.invoice.view',
    exportRight: 'funds.invoice.export',
    columns: [
      code('no'),
      ...CUSTOMER,
      word('kind'),
      code('legalEntityCode'),
      code('warehouseCode'),
      sorted('issuedOn', 'day'),
      sorted('dueOn', 'day'),
      word('taxRegime'),
      code('currency'),
      ...sums('net', 'cgst', 'sgst', 'igst', 'vat', 'tax', 'gross', 'credited'),
    ],
    filters: [
      ...WHOSE,
      { name: 'no', kind: 'begins' },
      { name: 'kind', kind: 'word', options: INVOICE_KINDS },
      { name: 'issuedOn', kind: 'days' },
    ],
    sort: '-issuedOn',
  },
}

/** Path of a list's calls. */
export const listPath = (name: FundsListName): string => `/aps/funds/${name}`

/** A row of any list: amounts as decimal texts, days and instants as texts. */
export type FundsRow = Readonly<Record<string, string | number | null>> & {
  readonly id: string
  readonly currency: string
}

export const sumsOf = ({ columns }: FundsList): readonly string[] =>
  columns.filter(({ isSum }) => isSum).map(({ key }) => key)
