/** What happened, as every open page may hear it. It carries no data: who wants to know more asks with his own right and scope. */
export type LiveEvent =
  /** Lists of these kinds are no longer what they were. Goes to whoever may see a list of the kind somewhere. */
  | { readonly type: 'change'; readonly kinds: readonly string[] }
  /** What waits for these people changed. Goes to them alone. */
  | { readonly type: 'tasks'; readonly userIds: readonly number[] }
  /** A download of these people went on, finished or failed. Goes to them alone. */
  | { readonly type: 'download'; readonly userIds: readonly number[]; readonly taskId: string }
  /** What these people were told changed: something new, or something read. Goes to them alone. */
  | { readonly type: 'notifications'; readonly userIds: readonly number[] }

/** What a stream says besides: the server's build at its beginning, that something may have been missed, why it ends. */
export type LiveMessage =
  | { readonly type: 'change'; readonly kinds: readonly string[] }
  | { readonly type: 'tasks' }
  | { readonly type: 'download'; readonly taskId: string }
  | { readonly type: 'notifications' }
  | { readonly type: 'hello'; readonly version: string }
  | { readonly type: 'refresh' }
  /** `session`: it is over or its rights changed. `crowded`: the person has too many streams open, and this was the oldest. */
  | { readonly type: 'bye'; readonly reason: 'session' | 'crowded' | 'closing' }
