import { afterEach, expect, it, vi } from 'vitest'
import { startLive } from './live-connection.ts'
import { onLive } from './live.ts'

vi.mock('../storage.ts', () => ({ currentLanguage: () => 'en', storage: { token: () => 'token' } }))
vi.mock('../api.ts', () => ({ get: () => Promise.resolve() }))

afterEach(() => vi.unstubAllGlobals())

/** A stream that says hello and stays open until it is stopped. */
function openStream(_: string, { signal }: { readonly signal: AbortSignal }): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: {"type":"hello","version":"1"}\n\n'))
      signal.addEventListener('abort', () => controller.error(new Error('stopped')))
    },
  })
  return Promise.resolve(new Response(body))
}

it('a page that was hidden hears that messages were missed when it is shown again, over plain http too', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const show = (visibilityState: 'visible' | 'hidden'): void => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  // Locks need a secure context.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', vi.fn(openStream))
  const heard: string[] = []
  const stops = [
    onLive('hello', ({ type }) => void heard.push(type)),
    onLive('refresh', ({ type }) => void heard.push(type)),
    startLive('1'),
  ]
  await vi.waitFor(() => expect(heard).toEqual(['hello']))
  show('hidden')
  show('visible')
  await vi.waitFor(() => expect(heard).toEqual(['hello', 'hello', 'refresh']))
  for (const stop of stops) stop()
})
