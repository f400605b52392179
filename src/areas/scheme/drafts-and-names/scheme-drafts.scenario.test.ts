import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA, oldestNo } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { server as schemes } from '../scheme.server.ts'

// A form is saved automatically from the first word on, so a draft's line may be empty or incomplete.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const WITH_LINES = schemes.documents
  .map(({ definition }) => definition)
  .filter(({ lines }) => Object.keys(lines).length > 0)

it.each(WITH_LINES)('a draft of $name is saved with empty and half-filled lines', async (of) => {
  const typed = Object.entries(of.lines).filter(([, field]) => !field.computed)
  const blank = Object.fromEntries(typed.map(([name]) => [name, null]))
  const halves = typed.flatMap(([name, { kind, isQuantity }]): object[] => {
    if (kind === 'money') return [{ ...blank, [name]: '12.00' }]
    return isQuantity ? [{ ...blank, [name]: 3 }] : []
  })
  const schemeNo = await oldestNo(server, 'scheme', INDIA.idcCode)
  for (const lines of [[blank], halves]) {
    const saved = await server.call<Acted>('admin', `${of.api}/save`, {
      idcCode: INDIA.idcCode,
      areaId: INDIA.areaId,
      ...('schemeNo' in of.fields ? { schemeNo } : {}),
      lines,
      files: [],
    })
    expect([saved.code, saved.msg, saved.data?.state]).toEqual([200, saved.msg, 'draft'])
  }
})
