import { expect, test } from 'vitest'
import { searchPattern } from './search.ts'

test('a short keyword is the beginning of a word, a longer one is anywhere', () => {
  expect(searchPattern('M')).toBe('% m%')
  expect(searchPattern(' md ')).toBe('% md%')
  expect(searchPattern('手机')).toBe('% 手机%')
  expect(searchPattern('MD1')).toBe('%md1%')
  expect(searchPattern('智能手机')).toBe('%智能手机%')
})

test('signs are themselves, and no letters of a word', () => {
  expect(searchPattern('_%')).toBe(String.raw`%\_\%%`)
  expect(searchPattern('机a')).toBe('%机a%')
  expect(searchPattern('-5')).toBe('%-5%')
})
