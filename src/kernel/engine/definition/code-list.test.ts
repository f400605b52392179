import { describe, expect, it } from 'vitest'
import { entriesOf, readList } from './code-list.ts'
import { f } from './fields.ts'

const field = f.list({ most: 3, longest: 6, read: (entry) => (/^[a-z]\d*$/i.test(entry) ? entry.toUpperCase() : null) })
const read = (raw: unknown) => {
  const outcome = readList(field, raw, 'L', { field: 'codes' })
  return typeof outcome === 'string' ? outcome : [outcome.key.replace('document.', ''), outcome.params['entry'] ?? null]
}

describe('a list of codes', () => {
  it('a list of codes has one spelling, however it was pasted', () => {
    for (const text of ['a1 b2 c3', 'A1,b2;  c3', 'a1\r\nb2\nc3\n', ' a1、b2，c3； '])
      expect(read(text)).toBe('A1 B2 C3')
    expect(entriesOf('A1 B2')).toEqual(['A1', 'B2'])
    expect(entriesOf(null)).toEqual([])
  })

  it.each([
    ['a1 A1', ['entryTwice', 'A1']],
    ['a1 b2 c3 d4', ['tooManyEntries', null]],
    ['a1 !', ['notAnEntry', '!']],
    ['a1234567', ['notAnEntry', 'a1234567']],
    ['x'.repeat(100_000), ['tooManyEntries', null]],
    ['a\u0000', ['notAnOption', null]],
    [7, ['notAnOption', null]],
    [['a1'], ['notAnOption', null]],
    [{}, ['notAnOption', null]],
  ])('a list of codes %j is refused: %j', (raw, refusal) => expect(read(raw)).toEqual(refusal))
})
