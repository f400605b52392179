import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'scheme', name: 'scheme', show: 'no', scope: 'scope_id', right: 'scheme.application.view' },
  {
    table: 'scheme_withhold_notice',
    name: 'withholdNotice',
    show: 'month',
    scope: 'scope_id',
    right: 'scheme.withhold.view',
  },
  {
    table: 'scheme_settlement',
    name: 'settlement',
    show: 'no',
    of: { table: 'scheme_execute', by: 'document_id' },
    scope: 'scope_id',
    right: 'scheme.execute.view',
  },
  {
    table: 'scheme_payment',
    name: 'payment',
    show: 'no',
    of: { table: 'scheme_execute', by: 'document_id' },
    scope: 'scope_id',
    right: 'scheme.execute.view',
  },
  {
    table: 'price_protection_proposal',
    name: 'priceProposal',
    show: 'source_no',
    scope: 'scope_id',
    right: 'scheme.application.view',
  },
  {
    table: 'price_protection_line',
    name: 'priceProtection',
    show: 'source_no',
    of: { table: 'price_protection_proposal', by: 'proposal_id' },
    scope: 'scope_id',
    right: 'scheme.application.view',
  },
  {
    table: 'price_protection_cut',
    name: 'priceCut',
    show: 'source_no',
    of: { table: 'price_protection_proposal', by: 'proposal_id' },
    scope: 'scope_id',
    right: 'scheme.application.view',
  },
  {
    table: 'device_snapshot',
    name: 'frozenStock',
    show: 'no',
    of: { table: 'scheme_application', by: 'document_id' },
    scope: 'scope_id',
    right: 'scheme.application.view',
  },
]
