import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'

type Entry = Pick<DocumentPlace, 'name' | 'folder' | 'bareWithoutType' | 'secondAddress'>

const bareWithoutType = true

/**
 * The documents of schemes by their part of the address (spec section 2), in the order of the menu. This is the only list of them: a new one is
 * a folder and a line here.
 */
const DOCUMENTS = {
  application: { name: 'schemeApplication', folder: 'application', secondAddress: '/scheme/application' },
  withhold: { name: 'schemeWithhold', folder: 'withhold' },
  reversal: { name: 'schemeReversal', folder: 'reversal' },
  execute: { name: 'schemeExecute', folder: 'execution', bareWithoutType },
  negativeRedemption: { name: 'schemeClawback', folder: 'clawback', bareWithoutType },
  terminal: { name: 'schemeTermination', folder: 'termination', bareWithoutType },
  adjust: { name: 'schemeAdjust', folder: 'adjustment' },
  annualCarryover: { name: 'schemeAnnualCarryover', folder: 'carryover' },
  receivablesAdjustment: { name: 'schemeReceivablesAdjustment', folder: 'receivables-adjustment', bareWithoutType },
  specialPriceApprovalForm: { name: 'schemeSpecialPrice', folder: 'special-price' },
  adjustInvoice: { name: 'schemeAdjustInvoice', folder: 'invoice-adjustment' },
} as const satisfies Readonly<Record<string, Entry>>

export type SchemeSegment = keyof typeof DOCUMENTS
export const SCHEME_SEGMENTS = Object.keys(DOCUMENTS) as readonly SchemeSegment[]

export function schemePlace(segment: SchemeSegment): DocumentPlace {
  return {
    area: 'scheme',
    list: `/scheme/${segment}/list`,
    write: { pc: `/scheme/${segment}/pc`, mobile: `/scheme/${segment}/mobile` },
    ...DOCUMENTS[segment],
  }
}

export const schemeDocuments: readonly DocumentPlace[] = SCHEME_SEGMENTS.map(schemePlace)
