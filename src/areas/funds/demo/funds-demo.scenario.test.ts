import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type FundsWorld, fundsWorld } from '#test/helpers/scheme/funds-world.ts'

// Funds and receivables of the demonstration's distributors.

let world: FundsWorld

beforeAll(async () => {
  world = await fundsWorld(await demoDatabase())
})

afterAll(() => world?.close())

const all = async (facts: string, from: string) =>
  (await world.query<{ facts: boolean[] }>(`select array[${facts}] as facts from ${from}`))[0]?.facts

it('the demonstration funds add up account by account', async () => {
  expect(await world.broken()).toEqual([])
})

it('the demonstration funds have rows in every list, in realistic proportion', async () => {
  const bands = await world.query<{ band: number; count: string }>(
    `select least(greatest(ceil((product_now()::date - due_on) / 30.0), 0), 4)::int as band, count(*) from receivable_item where open > 0 group by 1 order by 1`,
  )
  expect(bands.map(({ band }) => band)).toEqual([0, 1, 2, 3, 4])
  expect(
    await all(
      `count(distinct tax_regime) >= 2, count(distinct to_char(issued_on, 'YYYY-MM')) >= 17, min(net) > 0`,
      `customer_invoice`,
    ),
  ).toEqual([true, true, true])
  expect(
    await all(
      `bool_or(expires_on < product_now()::date), bool_or(expires_on >= product_now()::date), bool_or(expires_on is null), bool_or(consumed > 0)`,
      `rebate_batch`,
    ),
  ).toEqual([true, true, true, true])
  expect(
    await all(
      `bool_or(cgst > 0), bool_or(igst > 0), bool_or(vat > 0), bool_or(cgst > 0 and igst > 0)`,
      `customer_invoice_line`,
    ),
  ).toEqual([true, true, true, false])
  expect(await all(`count(*) > 0`, `funds_account where customer_code = 'C-IN-0001' and avl > 0`)).toEqual([true])
})
