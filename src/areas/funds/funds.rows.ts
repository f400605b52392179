import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  {
    table: 'funds_account',
    name: 'fundsAccount',
    show: 'kind',
    scope: 'scope_id',
    right: 'funds.account.view',
    words: { customer_code: 'fundsAccountOfCustomer' },
  },
  { table: 'customer_invoice', name: 'invoice', show: 'no', scope: 'scope_id', right: 'funds.invoice.view' },
  {
    table: 'customer_invoice_line',
    name: 'invoiceLine',
    show: 'no',
    of: { table: 'customer_invoice', by: 'invoice_id' },
    scope: 'scope_id',
    right: 'funds.invoice.view',
  },
]
