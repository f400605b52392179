import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemeReceivablesAdjustment } from '#areas/scheme/receivables-adjustment/scheme-receivables-adjustment.doc.ts'
import { claimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld, postedInvoice, UNIT } from '#test/helpers/scheme/funds-world.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

// A scheme that bears a reduction gets exactly that back (domain.md 2.11).

let server: DemoServer
let story: SchemeStory
let world: FundsWorld

beforeAll(async () => {
  const database = await demoDatabase()
  server = await demoServer(database)
  story = await schemeStory(server)
  world = await fundsWorld(database)
  for (const no of ['SB-1', 'SB-2']) {
    const lines = [{ quantity: 10, price: '100.00' }]
    await postedInvoice(world, { no, customer: story.customer, issuedOn: story.day(1), lines })
  }
})

afterAll(async () => {
  await world?.close()
  await server?.close()
})

const line = (itemNo: string, direction: string, amount: string) => ({ itemNo, direction, amount, fundingNo: 1 })

const adjust = (schemeNo: string, ...lines: readonly object[]) =>
  story.hand(schemeReceivablesAdjustment, 'in.finance', schemeNo, {
    customerCode: story.customer,
    operatingUnitCode: UNIT,
    currency: CURRENCY,
    adjustReason: 'tax',
    costBearing: 'yes',
    taxDocument: 'none',
    postingDate: story.day(20),
    reason: 'As agreed with the customer',
    lines,
  })

const agree = (acted: Acted) => story.agree(schemeReceivablesAdjustment, acted.formInstanceId)

it('a scheme gets back only what it had borne of that open item, never what a claim was paid', async () => {
  const claims = await claimStory(server, story)
  const scheme = await claims.scheme([{ amount: '1000.00' }])
  await claims.paid(scheme, '600.00')
  const up = (amount: string, itemNo = 'SB-1') => adjust(scheme.no, line(itemNo, 'increase', amount))
  const none = { key: 'scheme.regainsUnborne', params: { borne: '0.00' } }
  expect((await up('600.00')).error).toMatchObject(none)

  const down = await adjust(scheme.no, line('SB-1', 'decrease', '100.00'))
  // An unapproved reduction was not borne yet.
  expect((await up('10.00')).error).toMatchObject(none)
  await agree(down.data)
  const waits = await up('60.00')
  expect(waits.data.state).toBe('underApproval')
  expect((await up('40.01')).error).toMatchObject({ key: 'scheme.regainsUnborne', params: { borne: '40.00' } })
  await agree(waits.data)
  expect((await up('1.00', 'SB-2')).error).toMatchObject(none)
  const two = ['30.00', '10.01'].map((each) => line('SB-1', 'increase', each))
  expect((await adjust(scheme.no, ...two)).error).toMatchObject({ key: 'scheme.regainsUnborne', row: 1 })
  const query = <T>(text: string, values?: unknown[]) => server.query<T>(text, values)
  expect(await brokenSchemes(query, scheme.no)).toEqual([])
  expect(await claims.broken()).toEqual([])
})
