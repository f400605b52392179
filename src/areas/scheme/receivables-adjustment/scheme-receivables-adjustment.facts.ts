import { namedCustomers } from '#areas/customer/customer.facade.ts'
import {
  frozenRebate,
  type FrozenRebate,
  type FundsAccount,
  fundsAccounts,
  fundsAccountsNamedBy,
  type LockedItem,
  lockedItems,
  openItemsByNo,
  openItemsNamedBy,
  readFrozenRebate,
  readFundsAccounts,
  readLockedItems,
  readOpenItems,
  seesFunds,
} from '#areas/funds/funds.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import {
  type ReceivablesAdjustmentLine,
  type SchemeReceivablesAdjustment,
  schemeReceivablesAdjustment,
} from './scheme-receivables-adjustment.doc.ts'
import type { ReceivablesAdjustmentFacts } from './scheme-receivables-adjustment.rules.ts'
import { borneFact } from '../beneficiary/scheme-bearer.facts.ts'
import { schemeFacts, storedLines } from '../shared/scheme-child.server.ts'
import { nothing, PARAMETERS, toleratedLosses } from '../decision/scheme-parameters.server.ts'
import { placeFact } from '../shared/scheme-place.facts.ts'

/** Facts of decisions, besides those of the rules. */
export interface AllReceivablesAdjustmentFacts extends ReceivablesAdjustmentFacts {
  readonly accounts: readonly FundsAccount[]
  readonly locked: readonly LockedItem[]
  readonly frozen: readonly FrozenRebate[]
  readonly lines: readonly ReceivablesAdjustmentLine[]
}

type FactsRequest = Pick<FactRequest<SchemeReceivablesAdjustment>, 'content' | 'documentId' | 'principal'>
type Rows<R extends (rows: never, reader?: never) => unknown> = Parameters<R>[0]

const ENDS = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const
const TABLE = 'scheme_receivables_adjustment'

const accountsNamed = fundsAccountsNamedBy(
  'receivables-adjustment',
  `select c as customer_code, d.operating_unit_code, d.currency from ${TABLE} d,
     lateral (select d.customer_code as c union select l.to_customer_code from ${TABLE}_line l
       where l.document_id = d.id and l.round = d.round and l.to_customer_code is not null) w where d.id = $1`,
)

const itemsNamed = openItemsNamedBy(
  'receivables-adjustment',
  `select i.id from ${TABLE} d join ${TABLE}_line l on l.document_id = d.id and l.round = d.round
   join receivable_item i on i.operating_unit_code = d.operating_unit_code and i.customer_code = d.customer_code
     and i.currency = d.currency and i.kind = l.item_kind and i.no = l.item_no where d.id = $1`,
)

interface UnitRow {
  readonly country: string
  readonly scopeId: number
}

const regimeOf = prepared<UnitRow>(
  'scheme.unit-country',
  `select e.country_code as country, u.scope_id as "scopeId" from operating_unit u join legal_entity e on e.code = u.legal_entity_code where u.code = $1`,
)

/** Countries with GST; others have a value-added tax. */
const REGIMES: Readonly<Record<string, 'gst' | 'none'>> = { IN: 'gst', HK: 'none', US: 'none' }

const lossesOf = prepared<{ itemNo: string; amount: string }>(
  'scheme.receivables-losses',
  `select l.item_no as "itemNo", sum(l.amount)::text as amount
   from ${TABLE} d join ${TABLE}_line l on l.document_id = d.id and l.round = d.round
   where d.customer_code = $1 and d.operating_unit_code = $2 and d.currency = $3 and l.item_no = any ($4::text[]) and l.direction = 'decrease'
     and d.state in ('underApproval', 'approved') and d.cost_bearing = 'no' and d.adjust_reason not in ('rebateOffset', 'badDebt')
     and ($5::bigint is null or d.id <> $5)
   group by 1`,
)

/** Serialised per item and scheme: what one document reads as open or lost, no other changes meanwhile. */
const holdItems = prepared(
  'scheme.hold-items',
  `with s as materialized (select 1 from scheme where no = $1 for update), i as materialized (
     select 1 from receivable_item where operating_unit_code = $2 and customer_code = $3 and currency = $4 and no = any ($5::text[])
     order by id for update)
   select (select count(*) from s), (select count(*) from i)`,
)

const holdOfDocument = prepared(
  'scheme.hold-of-receivables',
  `select from scheme s join ${TABLE} d on d.scheme_no = s.no where d.id = $1 for update of s`,
)

export const receivablesAdjustmentLocks: RowLockSpec<SchemeReceivablesAdjustment> = {
  actions: ['submit', ...ENDS],
  statement({ content, documentId }) {
    if (!content) return holdOfDocument(documentId)
    const { schemeNo, operatingUnitCode, customerCode, currency } = content.header
    return holdItems(schemeNo, operatingUnitCode, customerCode, currency, itemNos(content))
  },
}

const itemNos = (content: FactsRequest['content']) => (content?.lines ?? []).map(({ itemNo }) => itemNo)

/** Losses of an item are visible with the item. */
const OF_ITEMS = {
  accompanies: 'items',
  by: {
    own: ({ itemNo }: { readonly itemNo: string }) => itemNo,
    theirs: ({ no }: { readonly no: string }) => no,
  },
} as const

export const receivablesAdjustmentFacts: FactSpecs<SchemeReceivablesAdjustment, AllReceivablesAdjustmentFacts> = {
  ...schemeFacts<SchemeReceivablesAdjustment>(schemeReceivablesAdjustment),
  place: placeFact<SchemeReceivablesAdjustment>(),
  borne: borneFact<SchemeReceivablesAdjustment>(),
  customers: namedCustomers.fact<SchemeReceivablesAdjustment>(schemeReceivablesAdjustment, ['submit']),
  items: {
    actions: ['submit', 'approve'],
    sight: { row: seesFunds },
    statement({ content, documentId }: FactsRequest) {
      if (!content) return itemsNamed(documentId)
      const { customerCode, operatingUnitCode, currency } = content.header
      return openItemsByNo(customerCode, operatingUnitCode, currency, itemNos(content))
    },
    read: readOpenItems,
  },
  rebate: {
    actions: ['submit'],
    sight: { row: seesFunds },
    statement: accountsAsked,
    read: (rows: Rows<typeof readFundsAccounts>, { content }) =>
      readFundsAccounts(rows).find(
        ({ kind, customerCode, isNew }) => kind === 'REBATE' && customerCode === content?.header.customerCode && !isNew,
      ) ?? null,
  },
  taxRegime: {
    actions: ['submit'],
    sight: ofOrganisation,
    statement: ({ content }: FactsRequest) => regimeOf(content?.header.operatingUnitCode ?? null),
    read: ([row]: UnitRow[]) => (row ? (REGIMES[row.country] ?? 'vat') : null),
  },
  tolerated: { actions: ['submit'], sight: PARAMETERS, statement: nothing, read: toleratedLosses },
  losses: {
    actions: ['submit'],
    sight: OF_ITEMS,
    statement({ content, documentId }: FactsRequest) {
      const { customerCode = null, operatingUnitCode = null, currency = null } = content?.header ?? {}
      return lossesOf(customerCode, operatingUnitCode, currency, itemNos(content), documentId)
    },
    read: (rows: { itemNo: string; amount: string }[]) => rows,
  },
  accounts: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => accountsNamed(documentId),
    read: readFundsAccounts,
  },
  locked: {
    actions: ENDS,
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => lockedItems(documentId),
    read: readLockedItems,
  },
  frozen: {
    actions: ENDS,
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => frozenRebate(documentId),
    read: readFrozenRebate,
  },
  lines: storedLines<SchemeReceivablesAdjustment>(schemeReceivablesAdjustment),
}

function accountsAsked({ content }: FactsRequest) {
  const { customerCode = '', operatingUnitCode = '', currency = '' } = content?.header ?? {}
  return fundsAccounts([customerCode], operatingUnitCode, currency)
}
