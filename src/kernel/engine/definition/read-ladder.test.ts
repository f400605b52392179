import { describe, expect, it } from 'vitest'
import { f } from './fields.ts'
import { ladderText, readTiers, tiersOf, tiersText } from './ladder.ts'
import { ladderProblem, readLadder } from './read-ladder.ts'

const PERCENT = { digits: 2, min: '0', max: '100', unit: '%' }
const PRICE = { digits: 4, min: '0', max: '9999999', unit: 'currency' }
const BOUND = { digits: 0, min: '0', max: '999999999' }
const field = f.ladder({ bound: BOUND, value: { by: 'kind', of: { rate: PERCENT, price: PRICE } }, most: 4 })
const read = (raw: unknown, kind: unknown = 'rate') => {
  const outcome = readLadder(field, raw, { kind }, 'L', { field: 'ladder' })
  return typeof outcome === 'string' ? outcome : outcome.key
}
const tier = (from: string, to: string | null) => ({ from, to })

describe('a ladder of tiers', () => {
  it.each([
    ['begins above nothing', [tier('1', '5'), tier('5', null)], { kind: 'infinity' }],
    ['ends', [tier('0', '5'), tier('5', '10')], { kind: 'infinity' }],
    ['has a gap', [tier('0', '5'), tier('6', null)], { kind: 'infinity' }],
    ['is none', [], { kind: 'infinity' }],
    ['says something twice', [tier('0', '5'), tier('4', null)], { kind: 'order', tier: 2 }],
    ['goes down', [tier('0', '5'), tier('5', '3'), tier('3', null)], { kind: 'order', tier: 2 }],
    ['has an empty tier', [tier('0', '0'), tier('0', null)], { kind: 'order', tier: 1 }],
    ['goes on after its end', [tier('0', null), tier('5', null)], { kind: 'order', tier: 2 }],
  ])('a ladder that %s is refused (B14)', (_, tiers, problem) => expect(ladderProblem(tiers)).toEqual(problem))

  it('a ladder of one or many tiers covers everything', () => {
    expect(ladderProblem([tier('0', null)])).toBeNull()
    expect(ladderProblem([tier('0.00', '99.5'), tier('99.50', '100'), tier('100', null)])).toBeNull()
  })

  it.each([
    ['what the product writes', '0-100:2;100-:3.5'],
    ['what the product shows', '0–100: 2.00% · ≥ 100: 3.50%'],
    ['lines of a message', '0 - 100 = 2\n100 - ∞ = 3.5\n'],
    ['cells of a spreadsheet', '0\t100\t2.00\r\n100\t\t3.5'],
    ['beginnings alone', '0: 2; 100: 3.5'],
    ['Chinese signs', '0～100：2；100～：3.5'],
  ])('a ladder is read from %s', (_, text) => expect(read(text)).toBe('0-100:2.00;100-:3.50'))

  it('a ladder may have separators of thousands', () =>
    expect(read('0–1,000: 2 · ≥ 1,000: 3')).toBe('0-1000:2.00;1000-:3.00'))

  it('the values of a ladder follow the kind that is chosen beside it', () => {
    expect(read('0-:2.5125', 'rate')).toBe('document.moreDecimals')
    expect(read('0-:2.5125', 'price')).toBe('0-:2.5125')
    expect(read('0-:101', 'rate')).toBe('document.outOfRange')
    expect(read('0-:101', 'price')).toBe('0-:101.0000')
    expect(read('0-:2', 'no such kind')).toBe('0-:2.00')
  })

  it.each([
    ['0-10:1;10-20:2', 'ladderInfinity'],
    ['5-:1', 'ladderGap'],
    ['0-5:1;6-:2', 'ladderGap'],
    ['0-10:1;5-:2', 'tierOrder'],
    ['0-1.5:1;1.5-:2', 'moreDecimals'],
    ['0:1;1:1;2:1;3:1;4:1', 'tooManyTiers'],
    ['soon', 'notTiers'],
    ['0-10:', 'notTiers'],
    ['-5-0:1;0-:2', 'notTiers'],
    ['0-1e3:1;1e3-:2', 'notTiers'],
    ['9'.repeat(30_000), 'notTiers'],
    [`0-${'9'.repeat(20)}:1;${'9'.repeat(20)}-:2`, 'outOfRange'],
  ])('a ladder %j is refused: %s', (text, key) => expect(read(text)).toBe(`document.${key}`))

  it('a ladder of pieces is said and read by the last piece of each tier, and what it leaves out is named', () => {
    const pieces = f.ladder({ bound: BOUND, value: PRICE, most: 4, ofPieces: true })
    const outcome = (text: string) => readLadder(pieces, text, {}, 'L', { field: 'ladder' })
    const canonical = '0-10:3.0000;10-50:2.0000;50-:1.0000'
    expect(outcome('0: 3; 10: 2; 50: 1')).toBe(canonical)
    expect(outcome('0–9: 3 · 10–49: 2 · ≥ 50: 1')).toBe(canonical)
    expect(ladderText(pieces, canonical, {})).toBe('0–9: 3.00 · 10–49: 2.00 · ≥ 50: 1.00')
    expect(outcome('10: 2; 50: 1')).toMatchObject({ key: 'document.ladderGap', params: { from: '0', to: '9' } })
    expect(outcome('0–9: 3; 20: 2')).toMatchObject({ key: 'document.ladderGap', params: { from: '9', to: '19' } })
  })

  it('a ladder of a wrong type is refused without an error', () => {
    for (const raw of [{}, [], true, 1, [{ from: 0 }], () => '']) expect(read(raw)).toBe('document.notTiers')
  })

  it('a ladder is not searched for in a very long text', () => {
    expect(readTiers(`0-${' '.repeat(100)}:1`)).toHaveLength(1)
    for (const text of ['0'.repeat(20_000), `${'0 '.repeat(9_000)}:1`, `0-${' '.repeat(19_000)}:1`])
      expect(readTiers(text)).toBeNull()
  })

  it('a ladder is shown as tiers with units', () => {
    expect(ladderText(field, '0-1000:2.00;1000-:3.50', { kind: 'rate' })).toBe('0–1,000: 2.00% · ≥ 1,000: 3.50%')
    expect(ladderText(field, '0-:2.5125', { kind: 'price' })).toBe('≥ 0: 2.5125')
    expect(ladderText(field, 'as typed', {})).toBe('as typed')
    expect(read(ladderText(field, '0-1000:2.00;1000-:3.50', { kind: 'rate' }))).toBe('0-1000:2.00;1000-:3.50')
  })

  it('a ladder is the same after it was taken apart and joined', () => {
    const text = '0-100:2.00;100-:3.50'
    expect(tiersText(tiersOf(text))).toBe(text)
    expect(tiersOf(null)).toEqual([])
  })
})
