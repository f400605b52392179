import { describe, expect, it } from 'vitest'
import { isGenuineWebhook, webhookHeaders, webhookKeys } from './standard-webhook.ts'

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEW = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('a signature of the Standard Webhooks', () => {
  it('is that of the specification’s own example', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    const headers = webhookHeaders(webhookKeys(OLD)!, { ...message, at: new Date(1_614_265_330_000) })
    expect(headers).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is one for each key while a key is replaced, and either side may know only one of them', () => {
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

  it('needs secrets that are long enough and are what they say', () => {
    expect(webhookKeys('whsec_c2hvcnQ=')).toBeNull()
    expect(webhookKeys('demonstration')).toBeNull()
    expect(webhookKeys(`${NEW} nonsense`)).toBeNull()
    expect(webhookKeys(`  ${NEW}\n`)).toHaveLength(1)
  })
})
