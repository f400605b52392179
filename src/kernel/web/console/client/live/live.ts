import type { LiveMessage } from '#kernel/platform/live/live-event.ts'

/** What a page can listen for; the connection's own goodbye is not news. */
export type PageMessage = Exclude<LiveMessage, { type: 'bye' }>
export type PageMessageOf<T extends PageMessage['type']> = Extract<PageMessage, { type: T }>

type Listener = (news: PageMessage) => void

const listeners = new Map<PageMessage['type'], Set<Listener>>()

/**
 * Calls the listener at each piece of news of a type; answers the function that stops it.
 * - `change`: lists of these `kinds` (names of documents) are no longer what they were; whoever shows one asks again.
 * - `tasks`: what waits for the person changed. `download`: one of his downloads went on. `notifications`: he was told something, or has read it.
 * - `refresh`: something may have been missed (the stream was away); treat it as every other news at once.
 * - `hello`: a stream began; `version` is the build of the pages that the server has now.
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
