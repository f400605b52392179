import { expect, test } from 'vitest'
import { createIntent } from './intent.ts'

test('silence keeps the key for the same content; other content is another intent', () => {
  const intent = createIntent()
  const key = intent.keyFor({ amount: '1' })
  expect(intent.keyFor({ amount: '1' })).toBe(key)
  expect(intent.keyFor({ amount: '2' })).not.toBe(key)
})

test('an answer ends the intent: the same content again is meant again', () => {
  const intent = createIntent()
  const key = intent.keyFor({ amount: '1' })
  intent.answered()
  expect(intent.keyFor({ amount: '1' })).not.toBe(key)
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
})
