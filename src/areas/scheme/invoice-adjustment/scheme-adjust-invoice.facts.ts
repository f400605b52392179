import { namedCustomers } from '#areas/customer/customer.facade.ts'
import {
  type FundsAccount,
  fundsAccountsNamedBy,
  linesOfInvoices,
  lockedInvoiceLines,
  readFundsAccounts,
  readInvoiceLines,
  seesFunds,
} from '#areas/funds/funds.facade.ts'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { FactReader } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import { type AdjustInvoiceLine, type SchemeAdjustInvoice, schemeAdjustInvoice } from './scheme-adjust-invoice.doc.ts'
import { type AdjustInvoiceFacts, type LocationFact, readInvoiceLine } from './scheme-adjust-invoice.rules.ts'
import { borneFact } from '../beneficiary/scheme-bearer.facts.ts'
import { schemeFacts, storedLines } from '../shared/scheme-child.server.ts'
import { placeFact } from '../shared/scheme-place.facts.ts'

/** Facts of decisions, besides those of the rules. */
export interface AllAdjustInvoiceFacts extends AdjustInvoiceFacts {
  readonly accounts: readonly FundsAccount[]
  readonly lines: readonly AdjustInvoiceLine[]
}

type FactsRequest = Pick<FactRequest<SchemeAdjustInvoice>, 'content' | 'documentId' | 'principal'>

const ENDS = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

const accountsNamed = fundsAccountsNamedBy(
  'adjust-invoice',
  `select d.customer_code, d.operating_unit_code, d.currency from scheme_adjust_invoice d where d.id = $1`,
)

interface LocationRow extends LocationFact {
  readonly scopeId: number | null
}

/** Goods in transit may be in the transfer location, which belongs to every organisation. */
const seesLocation = ({ code, scopeId }: LocationRow, { scope }: FactReader) =>
  code === TRANSFER_LOCATION || scopeId === null || inScope(scope, scopeId)

const locationsNamed = prepared<LocationRow>(
  'scheme.locations',
  `select l.code, l.scope_id as "scopeId", l.sub_location as "subLocation", l.enabled and w.enabled as enabled, i.operating_unit_code as "inventoryUnit",
     c.operating_unit_code as "customerUnit", w.customer_code is not null as "hasCustomer"
   from location l join warehouse w on w.code = l.warehouse_code
   left join inventory_organisation i on i.code = w.inventory_organisation_code left join customer c on c.code = w.customer_code
   where l.code = any ($1::text[])`,
)

export const adjustInvoiceFacts: FactSpecs<SchemeAdjustInvoice, AllAdjustInvoiceFacts> = {
  ...schemeFacts<SchemeAdjustInvoice>(schemeAdjustInvoice),
  place: placeFact<SchemeAdjustInvoice>(),
  borne: borneFact<SchemeAdjustInvoice>(),
  customers: namedCustomers.fact<SchemeAdjustInvoice>(schemeAdjustInvoice, ['submit']),
  invoiceLines: {
    actions: ['submit', ...ENDS],
    sight: { row: seesFunds },
    statement({ content, documentId }: FactsRequest) {
      if (!content) return lockedInvoiceLines(documentId)
      const nos = content.lines.flatMap(({ invoiceLine }) => readInvoiceLine(invoiceLine ?? '')?.no ?? [])
      return linesOfInvoices(content.header.operatingUnitCode, nos)
    },
    read: readInvoiceLines,
  },
  locations: {
    actions: ['submit'],
    sight: { row: seesLocation },
    statement: ({ content }: FactsRequest) =>
      locationsNamed((content?.lines ?? []).flatMap(({ locationCode }) => (locationCode ? [locationCode] : []))),
    read: (rows: LocationRow[]) => rows,
  },
  own: {
    actions: ['submit'],
    sight: { everybodys: 'It is the document that is handed in' },
    statement: ({ documentId }: FactsRequest) => ownId(documentId),
    read: ([row]: { id: string | null }[]) => row?.id ?? null,
  },
  accounts: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => accountsNamed(documentId),
    read: readFundsAccounts,
  },
  lines: storedLines<SchemeAdjustInvoice>(schemeAdjustInvoice),
}

const ownId = prepared<{ id: string | null }>('scheme.own-id', 'select $1::bigint as id')
