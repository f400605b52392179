import { describe, expect, it } from 'vitest'
import { referenceOf } from '../effects/push.ts'
import { saidIn } from './said.ts'

describe('what another system says', () => {
  it('is no answer where it holds what no text can keep', () => {
    expect(saidIn('{"state":"refused","reason":"No\\u0000"}')).toBeNull()
    expect(saidIn('{"reference":"FR-\\ud800"}')).toBeNull()
    expect(referenceOf('{"reference":"FR-\\u0000"}')).toBeNull()
  })

  it('is no answer where it is no object', () => {
    for (const text of ['', 'taken', '"taken"', 'null', '7']) expect(saidIn(text)).toBeNull()
  })

  it('is what it says otherwise', () => {
    expect(saidIn('{"state":"occupied","reason":"\\ud83d\\ude00"}')).toEqual({ state: 'occupied', reason: '😀' })
    expect(referenceOf('{"reference":4711}')).toBe('4711')
    expect(referenceOf('taken')).toBeNull()
  })
})
