import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'
import { get, post, type CallOptions } from '../client/api.ts'
import type { PageRequest } from '../client/paging.ts'

interface Named {
  readonly code: string
  readonly name: string
}

export interface Absence {
  readonly id: string
  readonly principal: PersonView
  readonly substitute: PersonView
  readonly documentTypes: readonly Named[] | null
  readonly organisation: Named | null
  readonly amountLimit: string | null
  readonly currency: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly reason: string | null
  readonly state: 'planned' | 'active' | 'over' | 'revoked'
  readonly createdBy: PersonView
  readonly openTasks: number
}

/** A decision made by a substitute of the caller. */
export interface DecidedForMe {
  readonly formInstanceId: string
  readonly title: string
  readonly no: string
  readonly substitute: PersonView
  readonly decision: 'agree' | 'reject' | 'return' | 'transfer' | 'answer'
  readonly opinion: string | null
  readonly at: string
  readonly url: string
  readonly mobileUrl: string
}

export interface AbsenceOptions {
  readonly documentTypes: readonly Named[]
  readonly organisations: readonly Named[]
  readonly currencies: readonly string[]
  /** May record absences of others. */
  readonly administers: boolean
  readonly oversees: boolean
}

export interface NewAbsence {
  readonly account?: string
  readonly substitute: string
  readonly documentTypes: readonly string[] | null
  readonly organisation: string | null
  readonly amountLimit: string | null
  readonly currency: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly reason: string | null
}

export type Whose = 'mine' | 'substitute' | 'all'

const ABSENCE = '/aps/bpm/absence'

export const absenceApi = {
  page: (whose: Whose, at: PageRequest, options: CallOptions) =>
    post<{ readonly records: readonly Absence[]; readonly recordTotal: number }>(
      `${ABSENCE}/queryPage`,
      { whose, ...at },
      options,
    ),
  decided: (options: CallOptions) => post<readonly DecidedForMe[]>(`${ABSENCE}/decided`, {}, options),
  options: () => get<AbsenceOptions>(`${ABSENCE}/options`),
  save: (absence: NewAbsence) => post<{ id: string }>(`${ABSENCE}/save`, absence, { handles: true }),
  revoke: (id: string) => post<{ revokedAt: string }>(`${ABSENCE}/revoke`, { id }),
}

export const absenceKeys = {
  all: ['absence'] as const,
  page: (whose: Whose, at: PageRequest) => ['absence', whose, at] as const,
  decided: ['absence', 'decided'] as const,
  options: ['absence', 'options'] as const,
}
