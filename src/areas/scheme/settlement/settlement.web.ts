/** A settled line of an approved execution. */
export interface SettlementRow {
  readonly no: string
  readonly lineNo: number
  readonly schemeNo: string
  readonly fundingNo: number
  readonly customerCode: string
  readonly customerName: string
  readonly period: string
  readonly firstDay: string
  readonly lastDay: string
  readonly basis: string
  readonly unitAmount: string | null
  readonly ratePercent: string | null
  readonly ladderKind: string | null
  readonly ladder: string | null
  readonly units: number | null
  readonly volumeAmount: string | null
  readonly settledBefore: string | null
  readonly calculatedAmount: string | null
  readonly amount: string
  readonly recovered: string
  readonly currency: string
  readonly devices: number
}
