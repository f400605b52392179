import type { Principal } from '#kernel/platform/access/principal.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import type { TaskKind } from '#kernel/engine/approval/approval-wire.ts'
import type { Box, InboxOrder, InstanceState } from './inbox-wire.ts'

/** A validated request of the inbox, without empty values. */
export interface InboxQuestion {
  readonly box: Box
  /** `ended`: the last ended first, of approvals. */
  readonly order: InboxOrder | 'ended'
  readonly documentType?: string
  readonly no?: string
  /** A keyword, and the titles that contain it: types, and values of a type's title fields. */
  readonly text?: { readonly word: string; readonly types: readonly string[]; readonly facts: readonly TitleFact[] }
  readonly drafter?: string
  readonly organisation?: string
  readonly currency?: string
  readonly amountFrom?: string
  readonly amountTo?: string
  readonly step?: string
  readonly createdFrom?: Date
  readonly createdTo?: Date
  readonly endedFrom?: Date
  readonly endedTo?: Date
  readonly waitingHours?: number
  readonly state?: InstanceState
  readonly isOverdue?: boolean
  readonly isUrged?: boolean
  readonly isUnread?: boolean
  /** Tasks that wait for another person whom the assignee asked. */
  readonly isParked?: boolean
  /** Leaves out rounds of documents that were submitted again since. */
  readonly isNewestRound?: boolean
  /** Only for the box of the person's own approvals: the number of their oldest running approvals to search, so that the cost is bounded. */
  readonly ofOldest?: number
}

/** A title determined by header fields: `{ type: 'countryBudget', facts: { applyType: 'grant' } }`. */
export interface TitleFact {
  readonly type: string
  readonly facts: TitleFacts
}

export interface InboxReader {
  readonly principal: Pick<Principal, 'userId' | 'scope' | 'limits'>
  /** Types whose documents the reader may view; only their amounts can be searched and sorted, in every box. */
  readonly viewable: readonly string[]
  readonly now: Date
}

interface Texts {
  readonly zh: string
  readonly en: string
}

export interface InboxRecord {
  readonly task_id: string | null
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly scope_id: number
  readonly state: InstanceState
  readonly content_hash: string
  readonly summary: unknown
  readonly task_summary: unknown
  readonly started_at: Date
  readonly instance_ended_at: Date | null
  readonly drafter: Texts
  readonly organisation: Texts | null
  readonly kind: TaskKind | null
  readonly task_state: string | null
  readonly decision: string | null
  readonly task_created_at: Date | null
  readonly task_ended_at: Date | null
  readonly remind_at: Date | null
  readonly escalate_at: Date | null
  readonly step_name: Texts | null
  readonly principal: Texts | null
  readonly holders: readonly HolderRow[] | null
  readonly is_urged: boolean
  readonly looked_round: number | null
  readonly copied_at: Date | null
  readonly read_at: Date | null
  readonly message: string | null
  readonly sender: Texts | null
}

interface HolderRow {
  readonly account: string
  readonly name: Texts
  readonly principal: Texts | null
  readonly step: Texts
  readonly since: string
  readonly remind_at: string | null
  readonly escalate_at: string | null
}
