import type { LiveMessage } from '#kernel/platform/live/live-event.ts'
import { get } from '../api.ts'
import { emitLive, type PageMessage } from './live.ts'
import { storage } from '../storage.ts'

/** The server gives a sign of life every 20 s; after this long without any the stream is dead, whatever the network says. */
const SILENCE_MS = 50_000
const RETRY_MS = { first: 1_000, most: 30_000 }
/** A stream that stood this long was a good one: the next failure starts with a short wait again. */
const GOOD_AFTER_MS = 20_000

/** Why a stream ended, and so what to do. */
type End = 'again' | 'session' | 'crowded'

/**
 * Keeps one stream for all tabs of a person in this browser: the tab that holds the lock has it and passes on what it
 * hears, and when it closes the next one takes over. Locks need a secure context; where an office serves plain http each
 * tab has its own stream, but only while it is on screen, since a browser opens few connections to one server.
 */
export function startLive(userId: string): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`live:${userId}`)
  let hello: PageMessage | null = null
  const hear = (news: PageMessage): void => {
    if (news.type === 'hello') hello = news
    emitLive(news)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<PageMessage | 'hello?'>) => {
    if (data !== 'hello?') hear(data)
    // A tab that came later did not hear how the stream began.
    else if (hello) channel.postMessage(hello)
  })
  const tell = (news: PageMessage): void => {
    hear(news)
    channel.postMessage(news)
  }
  if ('locks' in navigator) {
    channel.postMessage('hello?')
    void lead(userId, tell, stop.signal)
  } else void whileVisible(hear, stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}

async function lead(userId: string, tell: (news: PageMessage) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await navigator.locks
      .request(`live:${userId}`, { signal }, () => keepStream(tell, signal))
      // Stopped while it waited for its turn.
      .catch(() => undefined)
    if (!signal.aborted) await signedInAgain()
  }
}

async function whileVisible(hear: (news: PageMessage) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await shown(signal)
    const hidden = new AbortController()
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') hidden.abort()
    }
    document.addEventListener('visibilitychange', onHidden)
    const end = await keepStream(hear, AbortSignal.any([signal, hidden.signal]))
    document.removeEventListener('visibilitychange', onHidden)
    if (!signal.aborted && end === 'session' && !hidden.signal.aborted) await signedInAgain()
  }
}

/**
 * The session of the stream is over. An ordinary call finds that out in the ordinary way (sign-in, or the dialog over
 * unsaved input); once it answers, there is a session again.
 */
async function signedInAgain(): Promise<void> {
  for (;;) {
    const isThere = await get('/api/v1/admin/user/current', { handles: true }).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await pause(RETRY_MS.most, null)
  }
}

/** Streams until told to stop or the session is over; every other end is followed by another try, later each time. */
async function keepStream(tell: (news: PageMessage) => void, signal: AbortSignal): Promise<End> {
  const startedAt = performance.now()
  let wait = RETRY_MS.first
  for (let isFirst = true; !signal.aborted;) {
    const beganAt = performance.now()
    let isOpen = false
    const end = await stream(signal, (news) => {
      if (news.type === 'hello') {
        isOpen = true
        tell(news)
        // Between the page's first reads and a late first stream something may have happened, too.
        if (!isFirst || performance.now() - startedAt > GOOD_AFTER_MS / 4) tell({ type: 'refresh' })
        isFirst = false
      } else if (news.type !== 'bye') tell(news)
    })
    if (end === 'session' || signal.aborted) return end
    if (end === 'crowded') await shown(signal)
    const wasGood = isOpen && performance.now() - beganAt > GOOD_AFTER_MS
    wait = end === 'crowded' ? RETRY_MS.most : wasGood ? RETRY_MS.first : Math.min(wait * 2, RETRY_MS.most)
    // A server that goes away sends everybody away at once: they come back one after another.
    await pause(wait * (0.5 + Math.random()), signal)
  }
  return 'again'
}

async function stream(signal: AbortSignal, hear: (news: LiveMessage) => void): Promise<End> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  let end: End = 'again'
  try {
    const token = storage.token()
    if (!token) return 'session'
    const answer = await fetch('/api/v1/live', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (answer.status === 401) return 'session'
    if (!answer.ok || !answer.body) return 'again'
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return end
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const news = newsOf(part)
        if (!news) continue
        if (news.type === 'bye' && news.reason !== 'closing') end = news.reason
        hear(news)
      }
    }
  } catch {
    // Dead network, silence, or told to stop: the caller knows what follows.
    return end
  } finally {
    clearTimeout(timer)
  }
}

function newsOf(part: string): LiveMessage | null {
  return part.startsWith('data: ') ? (JSON.parse(part.slice(6)) as LiveMessage) : null
}

/** Waits until the person looks at this tab again. */
function shown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      signal.removeEventListener('abort', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
    check()
  })
}

/** A network that comes back ends the wait. */
function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    window.addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })
}
