import { describe, expect, it } from 'vitest'
import { referenceOf } from '#kernel/engine/effects/push.ts'
import { parseRemoteJson } from './remote-json.ts'

describe('the answer of another system', () => {
  it('an answer with characters that no text can store counts as none', () => {
    expect(parseRemoteJson('{"state":"refused","reason":"No\\u0000"}')).toBeNull()
    expect(parseRemoteJson('{"reference":"FR-\\ud800"}')).toBeNull()
    expect(referenceOf('{"reference":"FR-\\u0000"}')).toBeNull()
  })

  it('an answer that is no JSON object counts as none', () => {
    for (const text of ['', 'taken', '"taken"', 'null', '7']) expect(parseRemoteJson(text)).toBeNull()
  })

  it('an answer that is a JSON object is read as it is', () => {
    expect(parseRemoteJson('{"state":"occupied","reason":"\\ud83d\\ude00"}')).toEqual({
      state: 'occupied',
      reason: '😀',
    })
    expect(referenceOf('{"reference":4711}')).toBe('4711')
    expect(referenceOf('taken')).toBeNull()
  })
})
