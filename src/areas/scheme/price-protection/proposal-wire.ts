import type { StateColour } from '#kernel/engine/definition/definition.ts'

/** Kind of list of the proposals. */
export const PROPOSALS = 'priceProtectionProposal'

export const PROPOSAL_LIST = '/scheme/priceProtectionProposals/list'
export const PROPOSAL_API = '/aps/scheme/priceProtectionProposals'

export const PROPOSAL_STATES: Readonly<Record<string, StateColour>> = {
  open: 'blue',
  used: 'green',
  dismissed: 'grey',
  takenBack: 'grey',
}

/** A price cut with what it would cost to protect the stock of its customers. */
export interface Proposal {
  readonly id: string
  readonly sourceNo: string
  readonly state: string
  readonly idcCode: string
  readonly areaName: string
  readonly productClass: string
  readonly currency: string
  /** The last day of the old price. */
  readonly referenceDay: string
  readonly effectiveAt: string
  /** Null while its instant is still to come, or its units are being counted. */
  readonly countedAt: string | null
  readonly cuts: number
  /** Cuts of it that were taken back. */
  readonly cutsTaken: number
  /** The document whose act changed its cuts last, which act, and when; null where none did. */
  readonly changedNo: string | null
  readonly changedAct: string | null
  readonly changedAt: string | null
  readonly customers: number | null
  readonly units: number | null
  readonly amount: string | null
  readonly applicationNo: string | null
  readonly applicationId: string | null
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly reason: string | null
}

/** Units of a customer that are eligible, of one product. */
export interface ProposalLine {
  readonly customerCode: string
  readonly customerName: string
  readonly skuCode: string
  readonly skuName: string
  readonly oldPrice: string
  readonly newPrice: string
  readonly drop: string
  readonly units: number
  readonly corrected: number
  readonly amount: string
}

/** Lines that its page shows at most; the application has all of them. */
export const MOST_SHOWN = 500

export interface ProposalDetail {
  readonly lines: readonly ProposalLine[]
  readonly lineTotal: number
}
