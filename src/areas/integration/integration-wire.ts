import type { PushState } from '#kernel/platform/outgoing/push-states.ts'

export type RunState = 'pending' | 'processing' | 'succeeded' | 'pullFail' | 'pushFail' | 'stopped'
export type RunKind = 'pull' | 'fill' | 'ping'

/** One run of a setting in the log. */
export interface RunView {
  readonly id: string
  readonly settingCode: string
  readonly settingName: string
  readonly systemName: string
  readonly recordName: string
  readonly kind: RunKind
  readonly state: RunState
  readonly trigger: 'schedule' | 'manual'
  readonly startedBy: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly read: number
  readonly written: number
  readonly unchanged: number
  readonly refused: number
  readonly attempts: number
  readonly firstKey: string | null
  readonly lastKey: string | null
  readonly error: string | null
  /** Time of the next automatic attempt. */
  readonly nextAttemptAt: string | null
  readonly isStopping: boolean
}

/** A refused row. */
export interface RefusedView {
  readonly position: number
  readonly key: string | null
  /** Null for people who may not view such records. */
  readonly row: string | null
  readonly reasons: readonly string[]
}

/** A version of a record that a system receives. */
export interface PushView {
  readonly id: string
  readonly messageId: string
  readonly settingCode: string
  readonly settingName: string
  readonly systemName: string
  readonly recordName: string
  readonly recordKey: string
  readonly version: number
  readonly act: string
  readonly state: PushState
  readonly attempts: number
  readonly error: string | null
  readonly reference: string | null
  /** The author of the last manual act. */
  readonly requestedBy: string | null
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Live state of a setting that no form has: its progress, and its current activity. */
export interface SyncSettingState {
  readonly code: string
  readonly direction: 'outbound' | 'inbound'
  readonly isEnabled: boolean
  readonly lastKey: string | null
  readonly nextRunAt: string | null
  readonly running: RunView | null
  readonly runs: readonly RunView[]
  readonly pushes: Readonly<Record<PushState, number>>
}

/** State of synchronizations. */
export interface SyncHealth {
  readonly waiting: number
  readonly unsure: number
  readonly failed: number
  readonly oldestWaitingAt: string | null
  readonly running: number
  /** Settings whose last run failed, or with pushes that were given up. */
  readonly failing: readonly {
    readonly code: string
    readonly name: string
    readonly failed: number
    readonly error: string | null
  }[]
}
