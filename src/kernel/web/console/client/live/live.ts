import type { LiveMessage } from '#kernel/platform/live/live-event.ts'

/** Messages that a page can listen for; the connection's own end is not one. */
export type PageMessage = Exclude<LiveMessage, { type: 'bye' }>
export type PageMessageOf<T extends PageMessage['type']> = Extract<PageMessage, { type: T }>

type Listener = (news: PageMessage) => void

const listeners = new Map<PageMessage['type'], Set<Listener>>()

/**
 * Calls the listener at each message of a type; returns a function that stops it.
 * - `change`: lists of these `kinds` (names of documents) changed; whoever shows one refetches.
 * - `tasks`: the person's waiting tasks changed. `download`: one of their downloads progressed. `notifications`: they
 *   got a notification, or read one.
 * - `refresh`: messages may have been missed (the stream was disconnected); treat it as every other message at once.
 * - `hello`: a stream began; `version` is the build of the pages that the server offers now.
 */
export function onLive<T extends PageMessage['type']>(type: T, listener: (news: PageMessageOf<T>) => void): () => void {
  const mine = listeners.get(type) ?? new Set<Listener>()
  listeners.set(type, mine)
  const heard = listener as Listener
  mine.add(heard)
  return () => mine.delete(heard)
}

export function emitLive(news: PageMessage): void {
  for (const listener of listeners.get(news.type) ?? []) listener(news)
}
