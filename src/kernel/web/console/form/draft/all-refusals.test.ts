import { expect, test } from 'vitest'
import { allRefusals } from './all-refusals.ts'

const refusal = (key: string, row: number, field: string) => ({ key, row, field, params: {}, msg: key })
const unreadable = refusal('document.notAmount', 3, 'price')
const twice = refusal('price.skuTwice', 1, 'skuCode')
const content = { lines: [] }

test('a refused submit names the mistakes that rules find beside those of values that cannot be read, each once', async () => {
  const check = () => Promise.resolve({ refusals: [unreadable, twice] })
  expect(await allRefusals({ check }, content, [unreadable])).toEqual([unreadable, twice])
})

test('a refused submit keeps its own mistakes where nothing more can be asked', async () => {
  expect(await allRefusals({}, content, [unreadable])).toEqual([unreadable])
  const check = () => Promise.reject(new Error('offline'))
  expect(await allRefusals({ check }, content, [unreadable])).toEqual([unreadable])
})
