import { expect, vi } from 'vitest'
import { taxRatesOf } from '#areas/scheme/decision/scheme-parameters.server.ts'
import type { DemoServer } from '../servers/demo-server.ts'

/** The customer of the stories is billed in Bangladesh, of which no rate is delivered: two people set one. */
export async function taxAtFifteen(server: DemoServer): Promise<void> {
  const [key, path] = ['scheme.taxRates', '/aps/setting/parameter']
  const draft = { key, draftVersion: 0, content: { value: ['BD-15', 'IN-18'] }, note: 'As finance asked' }
  expect((await server.call('hq.it', `${path}/draft/save`, draft)).status).toBe(200)
  expect((await server.call('hq.it2', `${path}/publish`, { key, draftVersion: 1 })).status).toBe(200)
  await vi.waitUntil(() => taxRatesOf('BD').length === 1)
}
