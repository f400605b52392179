import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePage } from '#test/helpers/laws/fake-page.ts'
import type { ApiError } from './api.ts'
import { startTexts } from './i18n.ts'
import { onNotice, type Toast } from './live/notices.ts'
import { storage } from './storage.ts'
import { sendUpload } from './upload.ts'

/** What the server answers to an upload, or null where it says nothing. */
let answer: { readonly status: number; readonly body: string } | null
let tokens: string[]
let shown: Toast[] = []
let reload: ReturnType<typeof vi.fn>
let stopListening: () => unknown

/** As much of XMLHttpRequest as an upload touches. */
class FakeRequest {
  readonly upload = new EventTarget()
  readonly events = new EventTarget()
  readonly headers = new Map<string, string>()
  status = 0
  responseText = ''
  readonly addEventListener = this.events.addEventListener.bind(this.events)
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  getResponseHeader(): null {
    return null
  }
  send(): void {
    tokens.push(this.headers.get('x-csrf-token') ?? '')
    if (!answer) return
    this.status = answer.status
    this.responseText = answer.body
    queueMicrotask(() => this.#end('load'))
  }
  abort(): void {
    this.#end('abort')
  }
  #end(type: string): void {
    this.events.dispatchEvent(new Event(type))
    this.events.dispatchEvent(new Event('loadend'))
  }
}

beforeEach(async () => {
  reload = fakePage().reload
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 200, msg: 'success', data: { csrfToken: 'renewed' } })),
  )
  tokens = []
  shown = []
  stopListening = onNotice((notice) => shown.push(notice))
  await startTexts('en')
  storage.setSession({ token: 'first', csrfToken: 'old', chat: false, userName: 'Ann' })
})
afterEach(() => {
  stopListening()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const upload = (signal = new AbortController().signal) =>
  sendUpload<string>({ path: '/upload', form: new FormData(), onProgress: () => undefined, signal })

test.each([
  [405, 'The current HTTP request method is disabled'],
  [500, 'Server error'],
  [502, 'Invalid response received from upstream server'],
  [503, 'Service not available'],
  [504, 'Proxy server failed to receive a response in time'],
])('an upload that a gateway answers with %i fails with the default text of the status', async (status, text) => {
  answer = { status, body: '<html>gateway</html>' }
  await expect(upload()).rejects.toThrow(text)
  answer = { status, body: '' }
  await expect(upload()).rejects.toThrow(text)
  // It is shown beside the file.
  expect(shown).toEqual([])
})

test('an upload in which nothing moves for 30 s fails with the text of a time-out', async () => {
  vi.useFakeTimers()
  answer = null
  const stalled = expect(upload()).rejects.toMatchObject({ message: 'Network request timed out', status: 0 })
  await vi.advanceTimersByTimeAsync(30_000)
  await stalled
})

test('an upload that the person cancels fails without a text', async () => {
  const control = new AbortController()
  answer = null
  const cancelled = upload(control.signal).catch((cause: unknown) => cause)
  setTimeout(() => control.abort())
  expect(await cancelled).toMatchObject({ code: 'aborted', message: '' } satisfies Partial<ApiError>)
})

test('an upload that the person cancels while its CSRF token is renewed is not sent', async () => {
  const control = new AbortController()
  answer = { status: 200, body: JSON.stringify({ code: 200, msg: 'success', data: 'taken' }) }
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.advanceTimersByTime(2 * 3_600_000)
  const cancelled = upload(control.signal).catch((cause: unknown) => cause)
  control.abort()
  expect(await cancelled).toMatchObject({ code: 'aborted', message: '' } satisfies Partial<ApiError>)
  expect(tokens).toEqual([])
})

test('an ageing CSRF token is renewed before an upload', async () => {
  answer = { status: 200, body: JSON.stringify({ code: 200, msg: 'success', data: 'taken' }) }
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.advanceTimersByTime(2 * 3_600_000)
  await expect(upload()).resolves.toBe('taken')
  expect(tokens).toEqual(['renewed'])
})

test('a refused CSRF token of an upload is renewed, said, and the page reloads', async () => {
  vi.useFakeTimers()
  answer = { status: 403, body: JSON.stringify({ code: 'WEB-SECURITY-1001', msg: 'Refused' }) }
  await expect(upload()).rejects.toThrow('Refused')
  await vi.advanceTimersByTimeAsync(1_300)
  expect(shown).toMatchObject([{ kind: 'warning', text: 'CSRF has been renewed' }])
  expect(reload).toHaveBeenCalledOnce()
})
