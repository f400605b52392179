import type { StateColour } from '#kernel/engine/definition/definition.ts'
import {
  defineList,
  type ListColumn,
  type ListFilter,
  type PhoneList,
  type ReadList,
} from '#kernel/engine/read-list/read-list.ts'
import type { FundsListName } from './funds-list-names.ts'

// The lists of customer funds, for the server and for both pages alike.

/** A row of any of them: amounts as decimal texts, days and moments as texts. */
export type FundsRow = Readonly<Record<string, string | number | null>> & {
  readonly id: string
  readonly currency: string
}

export interface FundsList extends ReadList<FundsRow> {
  readonly of: FundsListName
  readonly phone: PhoneList<FundsRow>
  /** `-dueOn` sorts downwards; null: in the order of its keys, the newest first, walked by them (decision 073). */
  readonly order: string | null
}

type Column = ListColumn<FundsRow>
type More = Partial<Column>

const column =
  (kind: Column['kind']) =>
  (key: string, more: More = {}): Column => ({ key, kind, title: `fundsPage.columns.${key}`, ...more })
const code = column('code')
const amount = column('amount')
const word = (key: string, more: More = {}): Column => ({
  ...column('word')(key, more),
  words: `fundsPage.words.${key}`,
})
const sortedDay = (key: string): Column => column('day')(key, { isSorted: true })
const sums = (...keys: readonly string[]): Column[] => keys.map((key) => amount(key, { isSum: true, isSorted: true }))

const customer = (more: More = {}): Column[] => [
  code('customerCode', more),
  column('text')('customerName', { width: 220 }),
  code('operatingUnitCode', { card: 'below' }),
]

const filter = (name: string): ListFilter => ({ kind: 'text', name, title: `fundsPage.columns.${name}` })
const choice = (name: string, values: readonly string[]): ListFilter => ({
  kind: 'choice',
  name,
  title: `fundsPage.columns.${name}`,
  values,
  words: `fundsPage.words.${name}`,
})
const days = (name: string): ListFilter => ({
  kind: 'dates',
  name,
  title: `fundsPage.columns.${name}`,
  isOfDays: true,
})
const WHOSE = ['customerCode', 'operatingUnitCode', 'currency'].map(filter)

/** The acts that a document may perform on an item or an account. */
export const KINDS = ['RECHARGE', 'REBATE', 'RECEIVABLE'] as const
export const ITEM_KINDS = ['invoice', 'debitNote', 'creditMemo', 'receipt'] as const
/** Of the kinds of items, those that a customer owes. */
export const OWED_KINDS = ['invoice', 'debitNote'] as const
/** Of the balances of an account, those that are a customer's funds. */
export const FUNDS_BUCKETS = ['avl', 'occ'] as const
export const INVOICE_KINDS = ['invoice', 'creditNote', 'debitNote'] as const
/** States of the batches of a rebate, each with its colour. */
const BATCH_COLOURS = { open: 'green', used: 'grey', ended: 'orange' } as const satisfies Record<string, StateColour>
export const AGEING = ['notDue', 'days30', 'days60', 'days90', 'over90'] as const

/** Where the calls of a list are. */
export const listPath = (name: FundsListName): string => `/aps/funds/${name}`

type Said = Pick<FundsList, 'columns' | 'filters' | 'order' | 'start'> & { readonly by?: string }

const PHONE: PhoneList = {
  search: { filter: 'customerCode', hint: 'fundsPage.search' },
  none: 'fundsPage.none',
  more: 'fundsPage.more',
  head: { title: 'customerName', below: ['customerCode', 'currency'] },
}

/** What tells the rows of one customer apart. */
const HEADS: Readonly<Record<FundsListName, PhoneList['head']>> = {
  account: { title: 'operatingUnitCode', below: ['currency'] },
  rebate: { title: 'sourceNo', below: ['schemeNo'] },
  flow: { title: 'at', below: ['kind', 'action'] },
  receivable: { title: 'no', below: ['kind', 'dueOn'] },
  invoice: { title: 'no', below: ['kind', 'issuedOn'] },
}

/** Where rows have a number, it leads to what stands behind them. */
const isNumber = ({ key }: Column): boolean => key === 'no' || key === 'sourceNo'
const TITLE = { card: 'title' } as const

/** `by`: whose rights it has, where they are not its own. */
function fundsList(of: FundsListName, { columns, by = of, ...said }: Said): FundsList {
  const [first, ...others] = columns
  return {
    ...defineList<FundsRow>({
      name: `funds.${of}`,
      kind: 'funds',
      path: listPath(of),
      calls: { export: 'export' },
      right: `funds.${by}.view`,
      exportRight: `funds.${by}.export`,
      title: `fundsPage.lists.${of}`,
      emptyHint: 'fundsPage.empty',
      columns: [...(first ? [{ ...first, isFrozen: true, ...(isNumber(first) ? TITLE : {}) }] : []), ...others],
      filters: said.filters,
      ...(said.start ? { start: said.start } : {}),
      ...(columns.some(({ isSum }) => isSum) ? { sums: { by: ['currency'] } } : {}),
      ...(said.order === null ? { ways: 'fundsPage.ways' } : {}),
    }),
    of,
    phone: { ...PHONE, headWithin: { of: 'customerCode', ...HEADS[of] } },
    order: said.order,
  }
}

export const FUNDS_LISTS: Readonly<Record<FundsListName, FundsList>> = {
  account: fundsList('account', {
    columns: [
      ...customer({ isSorted: true }),
      code('currency'),
      ...sums('rechargeAvailable', 'rechargeOccupied', 'rebateAvailable', 'rebateOccupied'),
      ...sums('total', 'receivable', 'credits', 'overdue'),
    ],
    filters: [...WHOSE, choice('overdue', ['yes'])],
    order: 'customerCode',
  }),
  rebate: fundsList('rebate', {
    columns: [
      code('sourceNo'),
      ...customer({ isSorted: true }),
      { ...word('state'), kind: 'state', colours: BATCH_COLOURS },
      code('schemeNo'),
      sortedDay('creditedOn'),
      sortedDay('expiresOn'),
      word('productClass'),
      word('taxMode'),
      code('currency'),
      ...sums('credited', 'available', 'occupied', 'consumed', 'expired'),
    ],
    filters: [
      ...WHOSE,
      choice('state', Object.keys(BATCH_COLOURS)),
      filter('sourceNo'),
      filter('schemeNo'),
      days('expiresOn'),
    ],
    order: '-creditedOn',
  }),
  flow: fundsList('flow', {
    by: 'account',
    columns: [
      column('time')('at'),
      ...customer(),
      word('kind'),
      word('bucket'),
      word('action'),
      code('documentNo'),
      code('currency'),
      amount('before'),
      amount('amount', { isSum: true }),
      amount('after'),
    ],
    filters: [
      ...WHOSE,
      choice('kind', KINDS),
      choice('bucket', ['funds', 'avl', 'occ', 'rcv', 'crd']),
      { kind: 'dates', name: 'at', title: 'fundsPage.columns.at' },
    ],
    order: null,
  }),
  receivable: fundsList('receivable', {
    columns: [
      code('no'),
      ...customer({ isSorted: true }),
      word('kind'),
      code('externalNo'),
      sortedDay('issuedOn'),
      sortedDay('dueOn'),
      column('number')('daysOverdue'),
      code('currency'),
      ...sums('original', 'open', 'locked', ...AGEING),
    ],
    filters: [
      ...WHOSE,
      filter('no'),
      choice('kind', ['owed', ...ITEM_KINDS]),
      choice('settled', ['open', 'settled', 'overdue', 'all']),
      days('dueOn'),
    ],
    start: { settled: 'open' },
    order: 'dueOn',
  }),
  invoice: fundsList('invoice', {
    columns: [
      code('no'),
      ...customer({ isSorted: true }),
      word('kind'),
      code('legalEntityCode'),
      code('warehouseCode'),
      sortedDay('issuedOn'),
      sortedDay('dueOn'),
      word('taxRegime'),
      code('gstin', { card: 'none' }),
      code('customerGstin', { card: 'none' }),
      column('text')('vatRate'),
      code('currency'),
      ...sums('net', 'cgst', 'sgst', 'igst', 'vat', 'tax', 'gross', 'credited'),
    ],
    filters: [...WHOSE, filter('no'), choice('kind', INVOICE_KINDS), days('issuedOn')],
    order: '-issuedOn',
  }),
}
