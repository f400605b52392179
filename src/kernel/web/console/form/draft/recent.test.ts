import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteChoice, recentChoices, recentFirst } from './recent.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the last five choices of a person are listed first, the latest on top', () => {
  for (const value of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) noteChoice('in.channel', 'pool', value)
  expect(recentChoices('in.channel', 'pool')).toEqual(['f', 'e', 'd', 'a', 'c'])
  const options = ['a', 'b', 'f', 'g'].map((value) => ({ value }))
  expect(recentFirst(options, recentChoices('in.channel', 'pool')).map(({ value }) => value)).toEqual([
    'f',
    'a',
    'b',
    'g',
  ])
})

test('recent choices belong to one person and one field, and a broken store counts as empty', () => {
  noteChoice('in.channel', 'pool', 'a')
  expect([recentChoices('in.manager', 'pool'), recentChoices('in.channel', 'department')]).toEqual([[], []])
  kept.set('recent in.channel pool', '{')
  expect(recentChoices('in.channel', 'pool')).toEqual([])
})
