import { describe, expect, it } from 'vitest'
import { entriesOf, readList } from './code-list.ts'
import { f } from './fields.ts'

const field = f.list({ most: 3, longest: 6, read: (entry) => (/^[a-z]\d*$/i.test(entry) ? entry.toUpperCase() : null) })
const read = (raw: unknown) => {
  const { text, refusals } = readList(field, raw, 'L', { field: 'codes' })
  const [first] = refusals
  return first ? [first.key.replace('document.', ''), first.params['entry'] ?? null] : text
}

describe('a list of codes', () => {
  it('a list of codes has one spelling, however it was pasted', () => {
    for (const text of ['a1 b2 c3', 'A1,b2;  c3', 'a1\r\nb2\nc3\n', ' a1、b2，c3； '])
      expect(read(text)).toBe('A1 B2 C3')
    expect(entriesOf('A1 B2')).toEqual(['A1', 'B2'])
    expect(entriesOf(null)).toEqual([])
  })

  it('each invalid entry of a list of codes has a refusal, and the others are read', () => {
    const { text, refusals } = readList(field, 'a1 ! A1', 'L', { field: 'codes' })
    expect(text).toBe('A1')
    expect(refusals.map(({ key, params }) => [key, params['entry']])).toEqual([
      ['document.notAnEntry', '!'],
      ['document.entryTwice', 'A1'],
    ])
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
