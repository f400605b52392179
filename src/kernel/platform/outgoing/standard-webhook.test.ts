import { describe, expect, it } from 'vitest'
import { isGenuineWebhook, webhookHeaders, webhookKeys } from './standard-webhook.ts'

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEW = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('a Standard Webhooks signature', () => {
  it('a Standard Webhooks signature equals the specification’s own example', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    const headers = webhookHeaders(webhookKeys(OLD)!, { ...message, at: new Date(1_614_265_330_000) })
    expect(headers).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('a Standard Webhooks signature is made for each key while a key is replaced, so either side may change first', () => {
    const at = new Date(1_700_000_000_000)
    const body = '{}'
    const headers = webhookHeaders(webhookKeys(`${NEW} ${OLD}`)!, { id: 'msg_1', body, at })
    const signature = headers['webhook-signature'] ?? ''
    expect(signature.split(' ')).toHaveLength(2)
    const message = { id: 'msg_1', timestamp: headers['webhook-timestamp'] ?? '', body, signature }
    for (const known of [OLD, NEW]) {
      expect(isGenuineWebhook(webhookKeys(known)!, message, at)).toBe(true)
      expect(isGenuineWebhook(webhookKeys(known)!, { ...message, body: '{ }' }, at)).toBe(false)
      expect(isGenuineWebhook(webhookKeys(known)!, { ...message, id: 'msg_2' }, at)).toBe(false)
      expect(isGenuineWebhook(webhookKeys(known)!, message, new Date(at.getTime() + 301_000))).toBe(false)
    }
  })

  it('a Standard Webhooks secret must be long enough and well-formed', () => {
    expect(webhookKeys('whsec_c2hvcnQ=')).toBeNull()
    expect(webhookKeys('demonstration')).toBeNull()
    expect(webhookKeys(`${NEW} nonsense`)).toBeNull()
    expect(webhookKeys(`  ${NEW}\n`)).toHaveLength(1)
  })
})
