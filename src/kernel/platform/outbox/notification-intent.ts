/** Kinds of approval notifications; each has its own text in mail, chat and the notification list. */
export type NotificationKind =
  | 'task'
  | 'approved'
  | 'partiallyApproved'
  | 'reduced'
  | 'rejected'
  | 'returned'
  | 'withdrawn'
  | 'terminated'
  | 'copied'
  | 'urged'
  | 'commented'
  | 'answered'
  | 'reminded'
  | 'escalated'
  | 'handedOver'
  | 'failToOccupy'
  | 'failToRelease'
  | 'checkDifference'
  | 'used'
  | 'prepared'
  | 'accountChanged'
  | 'sessionsEnded'
  | 'viewedAs'
  | 'accessAsked'
  | 'reachChanged'
  | 'publishAsked'
  | 'announced'
  | 'importEnded'
  /** Something that the document was made from has changed: a price cut was taken back. */
  | 'basisChanged'

/** One notification for some people. An act only lists it in its outbox row; the relay delivers it after the commit. */
export interface NotificationIntent {
  readonly kind: NotificationKind
  /** User ids. */
  readonly to: readonly number[]
  /** The task it is about, where it existed before the act: a new one is found by document, person and state. */
  readonly taskId?: string
}
