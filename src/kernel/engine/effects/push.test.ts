import { describe, expect, it } from 'vitest'
import { isGenuine, signatureOf } from '#kernel/services/notify/chat-signature.ts'
import { isSigned, signature } from './push.ts'

const [OLD, NEW, OTHER] = ['the-older-secret-1', 'the-newer-secret-1', 'somebody-elses-one']

describe('the signature of a push', () => {
  it('a signature is valid with one of two secrets on either side, so either side may change first', () => {
    const text = 'key.occupied..'
    for (const [ours, theirs, isBelieved] of [
      [OLD, OLD, true],
      [`${NEW} ${OLD}`, OLD, true],
      [`${NEW} ${OLD}`, NEW, true],
      [NEW, `${NEW} ${OLD}`, true],
      [NEW, OLD, false],
      [`${NEW} ${OLD}`, OTHER, false],
    ] as const) {
      expect([ours, theirs, isSigned(ours, signature(theirs, 17, text), 17, text)]).toEqual([ours, theirs, isBelieved])
      const call = { timestamp: '17', signature: signatureOf(theirs, '17', text), body: text }
      expect(isGenuine(ours, call, new Date(17_000))).toBe(isBelieved)
    }
  })

  it('a signature of another time or text, or none, is invalid', () => {
    for (const given of ['', 't=17', 't=17,', 'v1=', signature(OLD, 18, 'a'), signature(OLD, 17, 'b')])
      expect([given, isSigned(OLD, given, 17, 'a')]).toEqual([given, false])
  })
})
