import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'

// Wire types of every kind of setting, shared by server and pages.

/** Why a draft cannot be published yet; `row` is the zero-based line of the content, null for the whole. */
export interface SettingProblem {
  readonly row: number | null
  readonly field: string | null
  readonly msg: string
}

export interface DraftView<C> {
  readonly kind: string
  readonly version: number
  readonly baseVersion: number
  readonly content: C
  readonly note: string
  readonly editedBy: PersonView
  readonly editedAt: string
  /** The reader edited it, so another person has to publish it. */
  readonly isMine: boolean
  /** When a second person was asked to publish it as it is now. */
  readonly askedAt: string | null
  readonly problems: readonly SettingProblem[]
}

export interface VersionView<C> {
  /** 0 is the delivered content. */
  readonly version: number
  readonly content: C
  readonly note: string | null
  readonly draftedBy: PersonView | null
  readonly publishedBy: PersonView | null
  /** Null for the delivered content. */
  readonly publishedAt: string | null
}

/** The version in force (the first of the versions), earlier ones, and the draft. */
export interface SettingView<C> {
  readonly key: string
  readonly versions: readonly VersionView<C>[]
  readonly draft: DraftView<C> | null
}

/** A part of a setting before and after, in words; null for none. */
export interface ContentChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** A draft that waits for the caller as its second person. */
export interface WaitingDraft {
  readonly kind: string
  readonly key: string
  readonly draftVersion: number
  readonly title: string
  readonly by: string
  readonly askedAt: string
  readonly note: string
  readonly changes: readonly ContentChange[]
  /** From when its publication holds, in words; null where it holds for everybody at once. */
  readonly effect: string | null
  /** Its page on the desktop, and the call that publishes it. */
  readonly url: string
  readonly publishPath: string
}
