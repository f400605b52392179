import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePage } from '#test/helpers/laws/fake-page.ts'
import { ApiError } from './api.ts'
import { ChunkLoadError, loadChunk } from './chunks.ts'
import { clearErrorLog, loggedErrors, recordError } from './error-log.ts'
import { startTexts } from './i18n.ts'
import { onNotice, type Toast } from './live/notices.ts'

const fetch = vi.fn((_path: string, _init: { readonly body: string }) => Promise.resolve(new Response()))

beforeEach(async () => {
  fakePage()
  vi.stubGlobal('fetch', fetch)
  fetch.mockClear()
  clearErrorLog()
  await startTexts('en')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a part of the page that does not load fails after 120 s with an offer to reload', async () => {
  vi.useFakeTimers()
  const notices: Toast[] = []
  const stop = onNotice((notice) => notices.push(notice))
  const outcome = loadChunk(() => new Promise(() => undefined)).catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(notices).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBeInstanceOf(ChunkLoadError)
  expect(notices).toMatchObject([{ kind: 'error', action: { text: 'Reload' } }])
  expect(loggedErrors()).toMatchObject([{ info: 'chunk', message: 'ChunkLoadError: no answer in 120000 ms' }])
  stop()
})

test('an error is logged once with a count and reported once without private data', () => {
  const error = new Error('no row for /list?account=ann')
  error.stack = 'at page.js:1'
  recordError(error, 'window')
  const same = new Error('no row for /list?account=ann')
  same.stack = 'at page.js:1'
  recordError(same, 'rejection')
  // The same error by another way: the boundary around the failed part.
  recordError(error, 'render')
  expect(loggedErrors()).toMatchObject([
    { message: 'Error: no row for /list', url: 'https://office.example/index?no=CB1', times: 2 },
  ])
  expect(fetch.mock.calls.map(([path, { body }]) => [path, JSON.parse(body)])).toEqual([
    [
      '/api/v1/client-errors',
      { message: 'Error: no row for /list', info: 'window', part: '', url: '/index', stack: 'at page.js:1', build: '' },
    ],
  ])
})

test('refused calls are not logged as page errors, and an endless series of errors is cut off', () => {
  recordError(new ApiError({ status: 500, msg: 'Server error' }), 'rejection')
  expect(loggedErrors()).toEqual([])
  for (let count = 0; count < 70; count += 1) recordError(new Error(`circle ${count}`), 'window')
  expect(loggedErrors()).toHaveLength(50)
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(20)
})
