import { expect, test } from 'vitest'
import { scannerKeys } from './scanner.ts'

/** Types the text with so many milliseconds between two keys, and Enter. */
function typed(text: string, every: number): string | null {
  const keys = scannerKeys()
  const given = [...Array.from(text), 'Enter'].map((key, index) => keys(key, 1000 + index * every))
  expect(given.slice(0, -1).every((found) => found === null)).toBe(true)
  return given.at(-1) ?? null
}

test('twenty characters in thirty milliseconds are a scan', () => {
  expect(typed('SN123456789012345678', 1.5)).toBe('SN123456789012345678')
})

test('what a person types is no scan', () => {
  expect(typed('864512345678903', 120)).toBeNull()
})

test('a few keys at once are no scan', () => {
  expect(typed('ok', 2)).toBeNull()
})

test('a scan begins where a person stopped typing', () => {
  const keys = scannerKeys()
  keys('x', 0)
  const given = [...Array.from('8645123456'), 'Enter'].map((key, index) => keys(key, 1000 + index))
  expect(given.at(-1)).toBe('8645123456')
})
