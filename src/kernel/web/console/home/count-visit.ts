import { post } from '../client/api.ts'

/** Pages opened since the last call; they are counted on the server many at a time. */
const opened = new Map<string, number>()
const SEND_AFTER_MS = 20_000
const MOST_PATHS = 100
const PATH = /^\/[A-Za-z0-9/_-]{1,120}$/
let timer: ReturnType<typeof setTimeout> | null = null

/** Counts that a page was opened, for the person's home page. */
export function countVisit(path: string): void {
  if (!PATH.test(path)) return
  if (opened.size < MOST_PATHS || opened.has(path)) opened.set(path, (opened.get(path) ?? 0) + 1)
  timer ??= setTimeout(send, SEND_AFTER_MS)
}

function send(): void {
  if (timer) clearTimeout(timer)
  timer = null
  if (opened.size === 0) return
  const visits = [...opened].map(([path, times]) => ({ path, times }))
  opened.clear()
  // A count that does not arrive is not worth a message.
  post('/aps/home/visits', { visits }, { handles: true, outlivesPage: true }).catch(() => undefined)
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send()
})
