import { expect, test } from 'vitest'
import { createIntent } from './intent.ts'

test('the idempotency key stays the same for the same content without an answer and changes with the content', () => {
  const intent = createIntent()
  const key = intent.keyFor({ amount: '1' })
  expect(intent.keyFor({ amount: '1' })).toBe(key)
  expect(intent.keyFor({ amount: '2' })).not.toBe(key)
})

test('the idempotency key is renewed after an answer, even for equal content', () => {
  const intent = createIntent()
  const key = intent.keyFor({ amount: '1' })
  intent.answered()
  expect(intent.keyFor({ amount: '1' })).not.toBe(key)
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
})
