import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DEMO_DATA_CENTRE_PATH, DEMO_FINANCE_PATH, DEMO_FINANCE_SECRET } from '#kernel/base/config/demo-addresses.ts'
import { registerDemoFinance } from './demo-finance.ts'
import { signature } from '#kernel/engine/effects/push.ts'

it('the demonstration finance system accepts signed pushes only and answers repeats with the same reference, and its data centres what names them', async () => {
  const app = Fastify()
  await app.register(async (scope) => registerDemoFinance(scope))
  const send = (
    payload: string,
    signed = signature(DEMO_FINANCE_SECRET, 1_795_255_200, payload),
    url = DEMO_FINANCE_PATH,
  ) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-signature': signed },
      payload,
    })
  const body = JSON.stringify({ no: 'CB20261100042', round: 2 })
  for (const answer of [await send(body), await send(body)])
    expect([answer.statusCode, answer.json()]).toEqual([200, { reference: 'FI-20261100042-2' }])
  expect((await send(body, signature('another', 1_795_255_200, body))).statusCode).toBe(401)
  expect((await send(body.replace('42', '43'), signature(DEMO_FINANCE_SECRET, 1, body))).statusCode).toBe(401)
  expect([(await send('[]')).statusCode, (await send('{')).statusCode]).toEqual([400, 400])
  const prices = JSON.stringify({ no: 'PA20261100007', round: 1, receiver: 'IN' })
  const told = (code: string, payload: string) => send(payload, undefined, `${DEMO_DATA_CENTRE_PATH}/${code}`)
  expect((await told('IN', prices)).json()).toEqual({ reference: 'DC-IN-20261100007-1' })
  expect([(await told('ID', prices)).statusCode, (await told('IN', body)).statusCode]).toEqual([400, 400])
  await app.close()
})
