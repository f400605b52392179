import { productNow } from '#kernel/base/clock/clock.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../client/api.ts'
import { pollExport } from './poll-export.ts'

const notReady = () => new ApiError({ status: 500, code: 9_000_007, msg: 'Not ready yet' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A call that answers 'not ready' so many times, and the times of the calls. */
function server(notReadyTimes: number) {
  const at: number[] = []
  const began = productNow().getTime()
  const ask = async (): Promise<string> => {
    at.push(productNow().getTime() - began)
    if (at.length <= notReadyTimes) throw notReady()
    return 'file'
  }
  return { ask, at }
}

describe('the polling of an export', () => {
  it('an export that is ready at once is asked for once', async () => {
    const { ask, at } = server(0)
    expect(await pollExport(ask)).toBe('file')
    expect(at).toEqual([0])
  })

  it('an export is polled every three seconds until it is ready', async () => {
    const { ask, at } = server(3)
    const file = pollExport(ask)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await file).toBe('file')
    expect(at).toEqual([0, 3_000, 6_000, 9_000])
  })

  it('an export that is ready at the sixtieth poll is taken', async () => {
    const { ask, at } = server(59)
    const file = pollExport(ask)
    await vi.advanceTimersByTimeAsync(59 * 3_000)
    expect(await file).toBe('file')
    expect(at).toHaveLength(60)
  })

  it('the polling of an export gives up after sixty polls', async () => {
    const { ask, at } = server(Number.POSITIVE_INFINITY)
    const file = pollExport(ask)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await file).toBeNull()
    expect(at).toHaveLength(60)
    expect(at.at(-1)).toBe(59 * 3_000)
  })

  it('any other refusal of an export is passed on at once', async () => {
    const ask = vi.fn<() => Promise<string>>(() => Promise.reject(new ApiError({ status: 403, msg: 'No' })))
    await expect(pollExport(ask)).rejects.toThrow('No')
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
