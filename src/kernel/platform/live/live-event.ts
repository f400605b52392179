/** An event that every open page may receive. It carries no data: a page that needs more fetches it under its own rights and scope. */
export type LiveEvent =
  /** Lists of these kinds changed. Sent to everyone who may see a list of the kind somewhere. */
  | { readonly type: 'change'; readonly kinds: readonly string[] }
  /** The waiting tasks of these people changed. Sent to them alone. */
  | { readonly type: 'tasks'; readonly userIds: readonly number[] }
  /** A download of these people progressed, finished or failed. Sent to them alone. */
  | { readonly type: 'download'; readonly userIds: readonly number[]; readonly taskId: string }
  /** The notifications of these people changed: new or read ones. Sent to them alone. */
  | { readonly type: 'notifications'; readonly userIds: readonly number[] }

/** Control messages of a stream: the server's build at its beginning, that events may have been missed, why it ends. */
export type LiveMessage =
  | { readonly type: 'change'; readonly kinds: readonly string[] }
  | { readonly type: 'tasks' }
  | { readonly type: 'download'; readonly taskId: string }
  | { readonly type: 'notifications' }
  | { readonly type: 'hello'; readonly version: string }
  | { readonly type: 'refresh' }
  /**
   * `session`: it is over or its rights changed. `crowded`: the person has too many streams open, and this was the oldest.
   */
  | { readonly type: 'bye'; readonly reason: 'session' | 'crowded' | 'closing' }
