import { describe, expect, test } from 'vitest'
import { FIT, fitShare, turned, turnedSize, withZoom, zoomed } from './zoom.ts'

const photo = { width: 4000, height: 3000 }

describe('the picture viewer', () => {
  test('the picture viewer fits a large picture and keeps the size of a small one', () => {
    expect(fitShare(photo, 0, { width: 1000, height: 1000 })).toBe(0.25)
    expect(fitShare(photo, 1, { width: 1000, height: 1000 })).toBe(0.25)
    expect(fitShare(photo, 1, { width: 300, height: 4000 })).toBe(0.1)
    expect(fitShare({ width: 30, height: 20 }, 0, { width: 1000, height: 1000 })).toBe(1)
    expect(fitShare({ width: 0, height: 0 }, 0, { width: 1000, height: 1000 })).toBe(1)
  })

  test('the picture viewer swaps the sides of a turned picture, and four turns cancel out', () => {
    expect(turnedSize(photo, 1)).toEqual({ width: 3000, height: 4000 })
    expect([1, 2, 3, 4].reduce(turned, FIT).quarters).toBe(0)
  })

  test('the picture viewer zooms from the current size within limits', () => {
    const fitted = { ...FIT, fitted: 0.25 }
    expect(zoomed(fitted, 1).zoom).toBeCloseTo(0.375)
    expect(zoomed(zoomed(fitted, 1), -1).zoom).toBeCloseTo(0.25)
    expect(withZoom(fitted, 100).zoom).toBe(8)
    expect(withZoom(fitted, 0).zoom).toBe(0.1)
  })
})
