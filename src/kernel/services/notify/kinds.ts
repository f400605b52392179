import type { NotificationKind } from '#kernel/platform/outbox/notification-intent.ts'

/** Kinds of notification, grouped as people think of them: waiting tasks, results of one's own documents, other information. */
export const KIND_GROUPS = {
  mine: ['task', 'handedOver', 'urged', 'reminded', 'escalated', 'answered', 'publishAsked'],
  drafted: [
    'approved',
    'partiallyApproved',
    'reduced',
    'rejected',
    'returned',
    'terminated',
    'commented',
    'failToOccupy',
    'failToRelease',
  ],
  others: [
    'copied',
    'withdrawn',
    'announced',
    'basisChanged',
    'checkDifference',
    'used',
    'prepared',
    'importEnded',
    'accountChanged',
    'sessionsEnded',
    'viewedAs',
    'accessAsked',
    'reachChanged',
  ],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>

export type KindGroup = keyof typeof KIND_GROUPS
export type Kind = NotificationKind

export const KINDS: readonly Kind[] = Object.values(KIND_GROUPS).flat()

/** Channels that reach people without an open page. */
export const CHANNELS = ['mail', 'chat'] as const
export type Channel = (typeof CHANNELS)[number]

/** A person switches each kind, and the digest, on and off by channel. */
export type Topic = Kind | 'digest'
export const TOPICS: readonly Topic[] = [...KINDS, 'digest']
