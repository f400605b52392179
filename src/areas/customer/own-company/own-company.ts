/** The company of a distributor's staff, as they see it. */
export interface OwnCompany {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly state: string
  readonly taxNo: string | null
  readonly bankName: string | null
  /** The last digits, enough to recognise it. */
  readonly bankAccount: string | null
  readonly bankHolder: string | null
  readonly addresses: readonly {
    readonly code: string
    readonly place: string
    readonly contacts: string
    readonly phone: string
  }[]
  readonly tradeTerms: readonly string[]
}
