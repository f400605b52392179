import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakePage } from '#test/helpers/laws/fake-page.ts'
import { ApiError, get, post, setSessionEndHandler } from './api.ts'
import { startTexts } from './i18n.ts'
import { onNotice, type Toast } from './live/notices.ts'
import { showOverlay, currentOverlay } from './session/session-end.ts'
import { storage } from './storage.ts'

type Answer = Response | Error
interface Sent {
  readonly path: string
  readonly token: string | null
  readonly key: string | null
}

const sent: Sent[] = []
let answers: ((path: string) => Answer) | null = null
let shown: Toast[] = []
let reload: ReturnType<typeof vi.fn>
let stopListening: () => unknown

beforeEach(async () => {
  reload = fakePage().reload
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path, token: headers['authorization'] ?? null, key: headers['idempotency-key'] ?? null })
    const answer = answers?.(path) ?? new Error('nobody answers')
    if (answer instanceof Error) throw answer
    return answer
  })
  sent.length = 0
  shown = []
  stopListening = onNotice((notice) => shown.push(notice))
  await startTexts('en')
  storage.setSession({ token: 'first', csrfToken: 'c', chat: false, userName: 'Ann' })
})
afterEach(() => {
  stopListening()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const success = (data: unknown = {}) => Response.json({ code: 200, msg: 'success', data })
const failure = (status: number, msg = '') => Response.json({ code: status, msg, requestId: 'r-1' }, { status })
const failed = (cause: unknown): ApiError => {
  if (cause instanceof ApiError) return cause
  throw cause
}

describe('the message of a failed call', () => {
  test.each([400, 403, 405, 500, 502, 503, 504])(
    'a failed call with status %i shows the message of the server',
    async (status) => {
      answers = () => failure(status, 'As the server says')
      await expect(post('/x')).rejects.toThrow('As the server says')
      expect(shown).toMatchObject([{ kind: 'error', text: 'As the server says', requestId: 'r-1' }])
    },
  )

  test.each([
    [400, 'Request error'],
    [403, 'Unauthorized access, please contact administrator'],
    [405, 'The current HTTP request method is disabled'],
    [500, 'Server error'],
    [502, 'Invalid response received from upstream server'],
    [503, 'Service not available'],
    [504, 'Proxy server failed to receive a response in time'],
  ])('a failed call with status %i without a message shows its default', async (status, text) => {
    answers = () => new Response('<html>gateway</html>', { status })
    await expect(get('/x')).rejects.toThrow(text)
    expect(shown.map((notice) => notice.text)).toEqual([text])
  })

  test('a failed call with another status shows the general text with the reason below', async () => {
    answers = () => failure(409, 'Changed by another')
    await expect(post('/x')).rejects.toThrow('Changed by another')
    expect(shown).toMatchObject([{ text: 'The request failed (status 409)', detail: 'Changed by another' }])
  })

  test('the message of a failed call is read from a blob too', async () => {
    const blob = new Blob([JSON.stringify({ code: 500, msg: 'Inside the blob' })], { type: 'application/octet-stream' })
    answers = () => new Response(blob, { status: 500 })
    await expect(get('/file')).rejects.toThrow('Inside the blob')
    expect(shown[0]?.text).toBe('Inside the blob')
  })

  test('a call without an answer shows a time-out after 30 s, a network failure or a general text', async () => {
    const timeOut = vi.spyOn(AbortSignal, 'timeout')
    answers = () => new DOMException('late', 'TimeoutError')
    await expect(get('/x')).rejects.toThrow('Network request timed out')
    expect(timeOut).toHaveBeenLastCalledWith(30_000)
    answers = () => new TypeError('Failed to fetch')
    await expect(get('/x')).rejects.toThrow('The server cannot be reached')
    answers = () => new RangeError('strange')
    await expect(get('/x')).rejects.toThrow('Unknown error, please contact admin!')
    expect(shown).toHaveLength(3)
  })

  test('a failed call shows nothing when its caller handles it', async () => {
    answers = () => failure(404, 'Not there')
    await expect(get('/x', { handles: [404] })).rejects.toThrow('Not there')
    await expect(get('/x', { handles: true })).rejects.toThrow('Not there')
    expect(shown).toEqual([])
  })
})

describe('the end of a session', () => {
  const isOver = (path: string): boolean => sent.findLast((call) => call.path === path)?.token === 'Bearer first'
  const answerOnceRenewed = (path: string): Answer => (isOver(path) ? failure(401, 'Over') : success(path))
  const signInAgain = () => storage.setSession({ token: 'second', csrfToken: 'c2', chat: false, userName: 'Ann' })

  test('the end of a session is silent, and the failed call is repeated once with the same key', async () => {
    answers = answerOnceRenewed
    const hadActs: boolean[] = []
    setSessionEndHandler(async (hasActUnderWay) => {
      hadActs.push(hasActUnderWay)
      storage.clearSession()
      signInAgain()
    })
    await expect(post('/act', {}, { idempotencyKey: 'k' })).resolves.toBe('/act')
    expect(sent).toEqual([
      { path: '/act', token: 'Bearer first', key: 'k' },
      { path: '/act', token: 'Bearer second', key: 'k' },
    ])
    expect([hadActs, shown]).toEqual([[true], []])
  })

  test('calls that fail together share one end of the session, and new calls wait', async () => {
    answers = answerOnceRenewed
    setSessionEndHandler(() => {
      storage.clearSession()
      return showOverlay({ account: 'ann', name: 'Ann', renew: () => Promise.resolve('same') })
    })
    const calls = Promise.all([get('/a'), get('/b')])
    await vi.waitFor(() => expect(currentOverlay()).not.toBeNull())
    const later = get('/c')
    signInAgain()
    currentOverlay()?.lift()
    expect(await calls).toEqual(['/a', '/b'])
    expect(await later).toBe('/c')
    expect(sent.map(({ path, token }) => `${path} ${token}`).toSorted()).toEqual([
      '/a Bearer first',
      '/a Bearer second',
      '/b Bearer first',
      '/b Bearer second',
      '/c Bearer second',
    ])
    expect(currentOverlay()).toBeNull()
  })

  test('a repeated call that fails again is not repeated once more', async () => {
    answers = () => failure(401, 'Over')
    setSessionEndHandler(() => Promise.resolve(signInAgain()))
    const error = await get('/x').catch(failed)
    expect([(error as ApiError).status, sent.length, shown]).toEqual([401, 2, []])
  })

  test('a call of the sign-in itself gets its 401', async () => {
    answers = () => failure(401, 'The ticket was used')
    setSessionEndHandler(() => Promise.reject(new Error('must not be asked')))
    await expect(post('/exchange', {}, { handles: true, isSignIn: true })).rejects.toThrow('The ticket was used')
  })
})

test('a wrong CSRF token is renewed, a message is shown and the page reloads', async () => {
  vi.useFakeTimers()
  answers = (path) =>
    path.endsWith('/csrf')
      ? success({ csrfToken: 'new' })
      : Response.json({ code: 'WEB-SECURITY-1001', msg: 'CSRF has been renewed' }, { status: 403 })
  // Another call under way with the same token, and one that is sent again before the reload: the message is shown once.
  const both = await Promise.allSettled([post('/x'), post('/y')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await vi.advanceTimersByTimeAsync(500)
  await expect(post('/x')).rejects.toThrow('CSRF has been renewed')
  await vi.advanceTimersByTimeAsync(800)
  expect(shown.map((notice) => notice.text)).toEqual(['CSRF has been renewed'])
  expect([storage.csrfToken(), reload.mock.calls.length]).toEqual(['new', 1])
  // Renewing again so soon does not help: the refusal is shown instead of reloading in a loop.
  await expect(post('/x')).rejects.toThrow('CSRF has been renewed')
  await vi.advanceTimersByTimeAsync(1_300)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('an old CSRF token is renewed silently before the action that would carry it', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z'), toFake: ['Date'] })
  storage.setSession({ token: 'first', csrfToken: 'c', chat: false, userName: 'Ann' })
  answers = (path) => success(path.endsWith('/csrf') ? { csrfToken: 'new' } : {})
  await post('/x')
  vi.setSystemTime(new Date('2026-03-01T09:00:00Z'))
  await get('/read')
  expect([sent.map(({ path }) => path), storage.csrfToken()]).toEqual([['/x', '/read'], 'c'])
  await Promise.all([post('/y'), post('/z')])
  expect(sent.slice(2).map(({ path }) => path)).toEqual(['/api/v1/auth/csrf', '/y', '/z'])
  expect([storage.csrfToken(), shown]).toEqual(['new', []])
})
