/** Reads that are kept, one or several: `customer` for all of a record, `customer.bankAccount` for a field of it. */
const DEFAULT: ReadonlySet<string> = new Set(['customer.bankAccount', 'sellerInformation'])

/** The parameter `audit.reads`. */
export function readsToAudit(): ReadonlySet<string> {
  return DEFAULT
}
