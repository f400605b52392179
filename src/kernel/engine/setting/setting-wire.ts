import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'

// What every kind of setting sends and reads: one set of types for server and pages.

/** Why a draft cannot be published yet; `row` is the line of the content, from 0, null what is of the whole. */
export interface SettingProblem {
  readonly row: number | null
  readonly field: string | null
  readonly msg: string
}

export interface DraftView<C> {
  readonly version: number
  readonly baseVersion: number
  readonly content: C
  readonly note: string
  readonly editedBy: PersonView
  readonly editedAt: string
  /** The reader worked on it, so somebody else has to publish it. */
  readonly isMine: boolean
  readonly problems: readonly SettingProblem[]
}

export interface VersionView<C> {
  /** 0 is what the product is delivered with. */
  readonly version: number
  readonly content: C
  readonly note: string | null
  readonly draftedBy: PersonView | null
  readonly publishedBy: PersonView | null
  /** Null of what the product is delivered with. */
  readonly publishedAt: string | null
}

/** What is in force (the first of the versions), what was, and what is being written. */
export interface SettingView<C> {
  readonly key: string
  readonly versions: readonly VersionView<C>[]
  readonly draft: DraftView<C> | null
}
