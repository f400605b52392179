import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { regionBase } from '../shared/budget-api.web.ts'

export interface Month {
  readonly month: number
  readonly state: PeriodState
  readonly updatedAt: string | null
  readonly updatedBy: string | null
}

export interface PoolLeft {
  readonly projectPoolCode: string
  readonly projectPoolName: string
  readonly lineCount: number
  readonly lineLeft: string
  readonly poolLeft: string
  readonly left: string
  readonly takenCount: number
  readonly held: string
  readonly reserved: string
  readonly overdrawn: string
}

export interface RunningDocument {
  readonly documentType: string
  readonly formInstanceId: string
  /** Address of its page; null where it has none. */
  readonly address: string | null
  readonly no: string
  readonly amount: string | null
  readonly currency: string | null
  readonly drafter: string
  readonly holders: readonly string[]
  readonly startedAt: string
}

/** A document of another area that still holds a part of the year's budgets. */
export interface HoldingDocument {
  readonly documentType: string
  readonly no: string
  readonly address: string | null
  readonly lineCount: number
  readonly committed: string
  readonly accrued: string
  readonly childCount: number
}

export interface YearEndHolding {
  readonly count: number
  readonly committed: string
  readonly accrued: string
  readonly documents: readonly HoldingDocument[]
  /** Pages for carrying it over; empty without the right. */
  readonly carryOver: readonly string[]
}

export interface YearEndRun {
  readonly no: string
  readonly formInstanceId: string | null
  readonly kind: 'carryOver' | 'lapse' | 'close' | 'undo'
  readonly state: 'draft' | 'underApproval' | 'approved' | 'rejected' | 'cancelled'
  readonly projectPoolCode: string | null
  readonly amount: string | null
  readonly carried: string | null
  readonly lapsed: string | null
  readonly drafter: string
  readonly isMine: boolean
  readonly createdAt: string
  readonly undoneBy: string | null
  readonly mayUndo: boolean
}

/** What budgets of a level, or pools, have in one stage. */
export interface CockpitFigure {
  readonly currency: string
  readonly bucket: string
  readonly level: 'country' | 'project' | 'pool'
  readonly count: number
  readonly amount: string
}

export interface CockpitView {
  readonly year: number
  readonly currency: string
  readonly months: readonly Month[]
  readonly left: string
  readonly figures: readonly CockpitFigure[]
  readonly pools: readonly PoolLeft[]
  readonly neverUsed: readonly {
    readonly level: 'country' | 'project'
    readonly month: number
    readonly count: number
    readonly amount: string
    readonly ageMonths: number
  }[]
  readonly holding: YearEndHolding
  readonly running: readonly RunningDocument[]
  readonly obstacles: readonly string[]
  readonly runs: readonly YearEndRun[]
}

export interface Proposed {
  readonly projectPoolCode: string
  readonly no: string | null
  readonly formInstanceId: string | null
  readonly lineCount: number
  readonly existing: string | null
  readonly refusals: readonly string[]
}

export interface PeriodEntry {
  readonly at: string
  readonly month: number
  readonly from: PeriodState
  readonly to: PeriodState
  readonly by: string
  readonly reason: string | null
  readonly documentNo: string | null
}

export interface Rest {
  readonly budgetCode: string
  readonly level: 'pool' | 'project' | 'country'
  readonly projectPoolCode: string
  readonly month: number | null
  readonly countryCode: string | null
  readonly projectCode: string | null
  readonly available: string
}

interface Year {
  readonly months: readonly Month[]
}

export interface YearEndProposal {
  readonly year: number
  readonly pools: readonly string[]
  readonly option: 'carry' | 'lapse'
  readonly isSubmitted: boolean
  readonly reason: string
}

export const yearEndApi = {
  cockpit: (idc: string, year: number, options?: CallOptions) =>
    post<CockpitView>(`${regionBase(idc)}/budget/yearEnd/cockpit`, { year }, options),
  propose: (idc: string, proposal: YearEndProposal, options?: CallOptions) =>
    post<readonly Proposed[]>(`${regionBase(idc)}/budget/yearEnd/propose`, proposal, options),
  rest: (idc: string, year: number, projectPoolCode: string) =>
    post<readonly Rest[]>(
      `${regionBase(idc)}/budget/yearEnd/rest`,
      { year, projectPoolCode: projectPoolCode || null },
      { handles: true },
    ),
  months: (idc: string, year: number, options?: CallOptions) =>
    post<Year>(`${regionBase(idc)}/budget/period/list`, { year }, options),
  move: (
    idc: string,
    body: { year: number; months: readonly number[]; to: 'closing' | 'closed' },
    options?: CallOptions,
  ) => post<Year>(`${regionBase(idc)}/budget/period/move`, body, options),
  reopen: (idc: string, body: { year: number; months: readonly number[]; reason: string }, options?: CallOptions) =>
    post<Year>(`${regionBase(idc)}/budget/period/reopen`, body, options),
  history: (idc: string, year: number, options?: CallOptions) =>
    post<readonly PeriodEntry[]>(`${regionBase(idc)}/budget/period/history`, { year }, options),
}

export const PERIOD_COLOURS: Readonly<Record<PeriodState, StateColour>> = {
  open: 'green',
  closing: 'orange',
  closed: 'grey',
}
