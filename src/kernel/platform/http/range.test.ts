import { describe, expect, it } from 'vitest'
import { type Portion, portionOf } from './send-file.ts'

const TAG = '"a1"'
const whole: Portion = { kind: 'whole' }
const part = (first: number, last: number): Portion => ({ kind: 'part', first, last })

describe('a range request of a file', () => {
  it.each<[string, Portion]>([
    ['bytes=0-3', part(0, 3)],
    ['bytes=4-', part(4, 9)],
    ['bytes=9-9', part(9, 9)],
    ['bytes=4-400', part(4, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-30', part(0, 9)],
    ['bytes=10-', { kind: 'outside' }],
    ['bytes=-0', { kind: 'outside' }],
    ['bytes=5-2', whole],
    ['bytes=0-1,3-4', whole],
    ['bytes=-', whole],
    ['lines=1-2', whole],
    ['bytes=0x1-2', whole],
    [`bytes=${'9'.repeat(40)}-`, whole],
  ])('a range request of ten bytes: %s', (range, portion) => {
    expect(portionOf({ range }, TAG, 10)).toEqual(portion)
  })

  it('a range request of an outdated file gets the whole file', () => {
    expect(portionOf({ range: 'bytes=4-', 'if-range': TAG }, TAG, 10)).toEqual(part(4, 9))
    expect(portionOf({ range: 'bytes=4-', 'if-range': '"b2"' }, TAG, 10)).toEqual(whole)
  })

  it('a range request of a file the caller has gets no content', () => {
    for (const named of [TAG, `W/${TAG}`, `"x", ${TAG}`, '*'])
      expect(portionOf({ 'if-none-match': named, range: 'bytes=0-1' }, TAG, 10)).toEqual({ kind: 'known' })
    expect(portionOf({ 'if-none-match': '"b2"' }, TAG, 10)).toEqual(whole)
  })

  it('a range request of an empty file never gets a part', () => {
    expect(portionOf({ range: 'bytes=0-' }, TAG, 0)).toEqual({ kind: 'outside' })
  })
})
