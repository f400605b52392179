import { post, type CallOptions, type WireRefusal } from '#kernel/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/console/client/paging.ts'
import type { Approval, ApprovalAct, Person } from '#kernel/console/client/approval.ts'

export type ApplyType = 'grant' | 'revoke'
export type ApplicationState = 'draft' | 'underApproval' | 'approved' | 'rejected' | 'cancelled'
export type ProductClass = 'phone' | 'iot'

/** One line as a person types it: every value may still be missing or wrong. */
export interface BudgetLineInput {
  readonly countryCode: string
  readonly projectCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productLineCode: string
  readonly amount: string
  readonly budgetCode?: string | null
  readonly remark?: string | null
}

export interface CountryBudgetHeader {
  readonly applyType: ApplyType
  readonly idcCode: string
  readonly areaId: string
  readonly year: number | null
  readonly month: number | null
  readonly budgetDeptCode: string
  readonly projectPoolCode: string
  readonly productClass: ProductClass
  readonly currency: string
  readonly regionCode?: string | null
  readonly reason: string
}

export interface CountryBudgetInput extends CountryBudgetHeader {
  readonly id?: string
  readonly version?: number
  readonly source: 'typed' | 'file'
  readonly lines: readonly BudgetLineInput[]
}

export interface CountryBudget extends CountryBudgetHeader {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: ApplicationState
  readonly source?: 'typed' | 'file'
  readonly totalAmount: string
  readonly drafter: Person
  readonly createdAt: string
  readonly updatedAt: string
  readonly submittedAt: string | null
  readonly formInstanceId: string | null
  readonly currentHolder: readonly Person[]
  readonly waitingSince: string | null
  /** Of the organisation it belongs to: `UTC+05:30`. */
  readonly timezone?: string
  readonly lines: readonly (BudgetLineInput & { readonly lineNo: number; readonly availableAmount: string | null })[]
}

export type Names = Readonly<Record<string, string>>

export interface CountryBudgetNames {
  readonly pools: Names
  readonly departments: Names
  readonly countries: Names
  readonly projects: Names
  readonly businessTypes: Names
  readonly productLines: Names
  readonly regions: Names
  readonly areas: Names
}

export interface DecisionFacts {
  readonly pool: {
    readonly available: string
    readonly held: string
    readonly currency: string
    readonly after: string
  } | null
  readonly lines: readonly {
    readonly lineNo: number
    readonly budgetCode: string | null
    readonly available: string | null
    readonly after: string | null
  }[]
  readonly pending: readonly {
    readonly no: string
    readonly amount: string
    readonly currency: string
    readonly applyType: ApplyType
    readonly drafterName: string
    readonly submittedAt: string
    readonly formInstanceId: string
  }[]
}

export interface CountryBudgetDetail {
  readonly document: CountryBudget
  readonly names: CountryBudgetNames
  readonly contentHash: string | null
  readonly approval: Approval | null
  readonly decisionFacts: DecisionFacts | null
}

export interface Saved {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: ApplicationState
  readonly warnings: readonly WireRefusal[]
}

export interface Submitted {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: ApplicationState
  readonly formInstanceId: string
}

export interface Checked {
  readonly refusals: readonly WireRefusal[]
  readonly warnings: readonly WireRefusal[]
  readonly poolAvailable: { readonly amount: string; readonly currency: string } | null
  readonly lines: readonly {
    readonly row: number
    readonly budgetCode: string | null
    readonly available: string | null
  }[]
}

export interface CellError {
  readonly row: number
  readonly column: string
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly msg: string
}

export interface Parsed {
  readonly lines: readonly {
    readonly row: number
    readonly line: BudgetLineInput
    readonly errors: readonly CellError[]
  }[]
  readonly goodCount: number
  readonly badCount: number
  readonly errors: readonly WireRefusal[]
  readonly warnings?: readonly WireRefusal[]
}

/** The amounts of a budget line, in the order a reader expects them. */
export const BUCKETS = [
  'granted',
  'revoked',
  'current',
  'available',
  'held',
  'occupied',
  'committed',
  'accrued',
  'executed',
] as const
export type Bucket = (typeof BUCKETS)[number]

export interface BudgetLine extends Readonly<Record<Bucket, string>> {
  readonly budgetCode: string
  readonly areaId: string
  readonly idcCode: string
  readonly year: number
  readonly month: number
  readonly countryCode: string
  readonly countryName: string
  readonly projectCode: string
  readonly projectName: string
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productClass: ProductClass
  readonly productLineCode: string
  readonly currency: string
}

export interface BudgetSum extends Readonly<Record<Bucket, string>> {
  readonly currency: string
  readonly lineCount: number
}

export interface Posting {
  readonly at: string
  readonly documentType: string
  readonly documentNo: string
  readonly formInstanceId: string | null
  readonly action: string
  readonly bucket: string
  readonly amount: string
  readonly currency: string
  readonly balanceAfter: string
  readonly actor: string
}

const MAIN = '/aps/budget/country'

/** Base of the form-data API for a region (spec section 7). */
export function regionBase(idc: string): string {
  return `/gs/${encodeURIComponent(idc)}/oversea/aps`
}

/** Every call of the country budget. The caller shows 400 and 409 itself where it edits. */
export const budgetApi = {
  list: (request: PageRequest, options?: CallOptions) =>
    post<Page<CountryBudget>>(`${MAIN}/queryByPage`, request, options),
  count: (filters: object, options?: CallOptions) =>
    post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${MAIN}/count`, filters, options),
  detail: (by: { id?: string; no?: string; formInstanceId?: string }, options?: CallOptions) =>
    post<CountryBudgetDetail>(`${MAIN}/detail`, by, options),
  save: (input: CountryBudgetInput, options: CallOptions) => post<Saved>(`${MAIN}/save`, input, options),
  submit: (input: CountryBudgetInput, options: CallOptions) =>
    post<Submitted>(`${MAIN}/bpm/template-code`, input, options),
  decide: (decision: 'approve' | 'reject', body: ApprovalAct, options: CallOptions) =>
    post<{ no: string; state: ApplicationState; nextTask: NextTask | null }>(`${MAIN}/${decision}`, body, options),
  withdraw: (body: { formInstanceId: string; version: number; opinion?: string }, options: CallOptions) =>
    post<Submitted>(`${MAIN}/withdraw`, body, options),
  postings: (body: { budgetCode: string; bucket?: Bucket; page: number; limit: number }) =>
    post<Page<Posting>>(`${MAIN}/postings`, body),
  check: (input: CountryBudgetInput, options?: CallOptions) =>
    post<Checked>(`${regionBase(input.idcCode)}/budget/country/check`, input, options),
  parse: (header: CountryBudgetHeader, file: File, options?: CallOptions) => {
    const form = new FormData()
    // Fields before the file: the server reads a multipart body in order.
    form.append('header', JSON.stringify(header))
    form.append('file', file)
    return post<Parsed>(`${regionBase(header.idcCode)}/budget/country/edit/parse`, form, options)
  },
  lines: (idc: string, request: PageRequest, options?: CallOptions) =>
    post<Page<BudgetLine>>(`${regionBase(idc)}/budget/country/page`, request, options),
  lineCount: (idc: string, filters: object, options?: CallOptions) =>
    post<Pick<Page<never>, 'recordTotal' | 'capped'>>(`${regionBase(idc)}/budget/country/page/count`, filters, options),
  sums: (idc: string, filters: object, options?: CallOptions) =>
    post<BudgetSum[]>(`${regionBase(idc)}/budget/country/sum`, filters, options),
  use: (year: number, options?: CallOptions) => post<readonly AreaUse[]>('/aps/budget/country/use', { year }, options),
  templatePath: '/aps/template/budget/country-edit.xlsx',
}

/** What became of one area's budget of a year. */
export interface AreaUse {
  readonly idcCode: string
  readonly areaName: string
  readonly asOf: string
  readonly sums: readonly BudgetSum[]
}

export interface NextTask {
  readonly taskId: string
  readonly formInstanceId: string
  readonly docType: string
}
