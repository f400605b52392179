import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '#kernel/platform/live/live-event.ts'

/** A browser's stream of live news, without the browser. */
export interface LiveReader {
  readonly status: number
  readonly headers: Headers
  readonly news: readonly LiveMessage[]
  /** Waits until something of this kind was heard after `from` (default: ever). */
  hears(is: (news: LiveMessage) => boolean, from?: number): Promise<LiveMessage>
  readonly ended: Promise<void>
  stop(): void
}

export async function readLive(origin: string, token: string): Promise<LiveReader> {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const news: LiveMessage[] = []
  const ended = answer.ok ? read(answer, news) : answer.text().then(() => undefined)
  return {
    status: answer.status,
    headers: answer.headers,
    news,
    ended,
    async hears(is, from = 0) {
      for (const until = performance.now() + 20_000; ;) {
        const found = news.slice(from).find(is)
        if (found) return found
        if (performance.now() > until) throw new Error(`heard only ${JSON.stringify(news)}`)
        await sleep(20)
      }
    },
    stop: () => stop.abort(),
  }
}

async function read(answer: Response, news: LiveMessage[]): Promise<void> {
  try {
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) news.push(JSON.parse(part.slice(6)) as LiveMessage)
    }
  } catch {
    // Stopped from this side, or cut from the other: ended either way.
  }
}
