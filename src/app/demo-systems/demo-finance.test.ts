import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DEMO_FINANCE_PATH, DEMO_FINANCE_SECRET } from '#kernel/base/config/demo-addresses.ts'
import { registerDemoFinance } from './demo-finance.ts'
import { signature } from '#kernel/engine/effects/push.ts'

it('the demonstration finance system accepts signed pushes only and answers repeats with the same reference', async () => {
  const app = Fastify()
  await app.register(async (scope) => registerDemoFinance(scope))
  const send = (payload: string, signed = signature(DEMO_FINANCE_SECRET, 1_795_255_200, payload)) =>
    app.inject({
      method: 'POST',
      url: DEMO_FINANCE_PATH,
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-signature': signed },
      payload,
    })
  const body = JSON.stringify({ no: 'CB20261100042', round: 2 })
  for (const answer of [await send(body), await send(body)])
    expect([answer.statusCode, answer.json()]).toEqual([200, { reference: 'FI-20261100042-2' }])
  expect((await send(body, signature('another', 1_795_255_200, body))).statusCode).toBe(401)
  expect((await send(body.replace('42', '43'), signature(DEMO_FINANCE_SECRET, 1, body))).statusCode).toBe(401)
  expect([(await send('[]')).statusCode, (await send('{')).statusCode]).toEqual([400, 400])
  await app.close()
})
