import { expect, test } from 'vitest'
import { findOptions } from './find-options.ts'

const options = Array.from({ length: 120 }, (_, at) => ({
  value: `C${String(at).padStart(3, '0')}`,
  label: at < 100 ? `Shop ${at}` : `Store of C00${at % 10}`,
}))
const codes = (search: string) => findOptions(options, search).shown.map(({ value }) => value)

test('a selector shows forty entries before a search, and says how many more there are', () => {
  expect(codes(' ')).toEqual(options.slice(0, 40).map(({ value }) => value))
  expect(findOptions(options, '').hidden).toBe(80)
})

test('a selector shows every entry that a search finds, in any case and word by word', () => {
  expect(codes('SHOP')).toHaveLength(100)
  expect(findOptions(options, 'shop').hidden).toBe(0)
  expect(codes('1 shop 9')).toContain('C091')
  expect(findOptions(options, 'shop', 60)).toMatchObject({ hidden: 40 })
})

test('a selector shows codes that begin with the search before others that mention it', () => {
  expect(codes('c003')).toEqual(['C003', 'C103', 'C113'])
})
