import type { LiveMessage } from '#kernel/platform/live/live-event.ts'
import { get } from '../api.ts'
import { emitLive, type PageMessage } from './live.ts'
import { currentLanguage, storage } from '../storage.ts'

/** The server sends a heartbeat every 20 s; after this long without one the stream counts as dead. */
const SILENCE_MS = 50_000
const RETRY_MS = { first: 1_000, most: 30_000 }
/** After a stream of this duration the next failure starts with a short wait again. */
const GOOD_AFTER_MS = 20_000

/** Why a stream ended, which decides what follows. */
type End = 'again' | 'session' | 'crowded'

/**
 * Keeps one stream for all tabs of a person in this browser: the tab that holds the lock receives and passes on the
 * events, and when it closes the next one takes over. Locks need a secure context; over plain http each tab has its own
 * stream, but only while it is visible, since a browser opens few connections to one server.
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
    // A later tab missed the beginning of the stream.
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
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await navigator.locks
      .request(`live:${userId}`, { signal }, () => keepStream(tell, signal, isFirst))
      // Stopped while it waited for its turn.
      .catch(() => undefined)
    if (!signal.aborted) await signedInAgain()
  }
}

async function whileVisible(hear: (news: PageMessage) => void, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await shown(signal)
    const hidden = new AbortController()
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') hidden.abort()
    }
    document.addEventListener('visibilitychange', onHidden)
    const end = await keepStream(hear, AbortSignal.any([signal, hidden.signal]), isFirst)
    document.removeEventListener('visibilitychange', onHidden)
    if (!signal.aborted && end === 'session' && !hidden.signal.aborted) await signedInAgain()
  }
}

/**
 * The session of the stream has ended. An ordinary call finds that out and handles it (sign-in, or the dialog over
 * unsaved input); once it succeeds, there is a session again.
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

/**
 * Streams until stopped or the session ends; every other end is followed by a retry with increasing delay. Without
 * `isBeginning` there was a stream before, and what happened since was missed.
 */
async function keepStream(tell: (news: PageMessage) => void, signal: AbortSignal, isBeginning: boolean): Promise<End> {
  const startedAt = performance.now()
  let wait = RETRY_MS.first
  for (let isFirst = isBeginning; !signal.aborted;) {
    const beganAt = performance.now()
    let isOpen = false
    const end = await stream(signal, (news) => {
      if (news.type === 'hello') {
        isOpen = true
        tell(news)
        // Events between the page's first reads and a late first stream may have been missed.
        if (!isFirst || performance.now() - startedAt > GOOD_AFTER_MS / 4) tell({ type: 'refresh' })
        isFirst = false
      } else if (news.type !== 'bye') tell(news)
    })
    if (end === 'session' || signal.aborted) return end
    if (end === 'crowded') await shown(signal)
    const wasGood = isOpen && performance.now() - beganAt > GOOD_AFTER_MS
    wait = end === 'crowded' ? RETRY_MS.most : wasGood ? RETRY_MS.first : Math.min(wait * 2, RETRY_MS.most)
    // A stopping server disconnects everybody at once, so clients reconnect with jitter.
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
      headers: {
        authorization: `Bearer ${token}`,
        'x-language': currentLanguage(),
        accept: 'text/event-stream',
      },
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
    // Network failure, silence, or stopped: the caller decides what follows.
    return end
  } finally {
    clearTimeout(timer)
  }
}

function newsOf(part: string): LiveMessage | null {
  return part.startsWith('data: ') ? (JSON.parse(part.slice(6)) as LiveMessage) : null
}

/** Waits until this tab is visible. */
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

/** A returning network ends the wait. */
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
