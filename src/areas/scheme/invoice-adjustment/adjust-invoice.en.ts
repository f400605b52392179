import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of invoice adjustments in English. */
export const schemeAdjustInvoice = {
  label: 'Adjust invoice',
  many: 'Adjusted invoices',
  titles: {
    creditNote: 'Adjust invoice: credit note',
    debitNote: 'Adjust invoice: debit note',
    rebill: 'Adjust invoice: credit and rebill',
  },
  fields: {
    ...heads,
    no: 'Adjust no.',
    customerCode: 'Customer',
    legalEntityCode: 'Legal entity',
    operatingUnitCode: 'Operating unit',
    adjustType: 'Adjust type',
    category: 'Category',
    taxRegime: 'Tax regime',
    costBearing: 'Borne by the scheme',
    postingDate: 'Day of the notes',
    reason: 'Note',
    totalAmount: 'Changed in all',
    netEffect: 'Net effect',
    closedPeriod: 'Closed period',
  },
  lineFields: {
    ...parts,
    invoiceLine: 'Invoice / line',
    invoiceNo: 'Invoice',
    invoiceLineNo: 'Invoice line',
    skuCode: 'SKU ID',
    beforePrice: 'Price before',
    beforeQuantity: 'Quantity before',
    afterPrice: 'Price after',
    afterQuantity: 'Quantity after',
    taxAmount: 'Tax',
    netEffect: 'Net effect with tax',
    locationCode: 'Location',
    subLocation: 'Sub-location',
  },
  ...life,
  options: {
    adjustType: { creditNote: 'Credit note', debitNote: 'Debit note', rebill: 'Credit and rebill' },
    category: { afterSales: 'After-sales account', priceError: 'Finished-goods price error', other: 'Other' },
    taxRegime: { gst: 'GST', vat: 'VAT', none: 'None' },
    costBearing: flags,
    closedPeriod: flags,
    source: sources,
  },
}

export type SchemeAdjustInvoiceTexts = typeof schemeAdjustInvoice
