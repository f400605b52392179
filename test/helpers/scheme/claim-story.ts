import { productNow } from '#kernel/base/clock/clock.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { expireRebates } from '#areas/funds/rebate/rebate-expiry.work.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '../servers/demo-server.ts'
import { brokenFunds, brokenInvariants } from '../laws/invariants.ts'
import type { Acted } from '../company/actor.ts'
import { heldBy, makeDevice, moveDevice, sellIn } from './device-moves.ts'
import { CURRENCY } from './funds-world.ts'
import { type SchemeLine, type SchemeStory, schemeStory } from './scheme-story.ts'
import { stockStory } from './stock-story.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import { TERM } from '../company/fixtures.ts'
import { testDay } from '../test-clock.ts'

// Claims of a scheme's customer, its special prices: the beginning of tests of executions and what follows them.

export interface ClaimStory {
  /** `2026-11`: the month of the budget. */
  readonly period: string
  /** An approved scheme that may be claimed to the end of its budget's year. */
  scheme(lines: readonly SchemeLine[], header?: object): Promise<Acted>
  /** Hands in a claim of the first line; more than the device registry counts has its reason. */
  claim(scheme: Acted, amount: string, header?: object, line?: object): Promise<Answer<Acted>>
  /** The same, approved by everybody. */
  paid(scheme: Acted, amount: string, header?: object, line?: object): Promise<Acted>
  /** Accrues so much of the first line. */
  accrue(scheme: Acted, amount: string): Promise<Answer<Acted>>
  /** The available amount of the customer's rebates. */
  rebate(): Promise<number>
  /** A unit that the customer, or another one, got within the period, at a price of its invoice; answers its IMEI. */
  soldIn(unit: number, customer?: string): Promise<string>
  /** It sells the unit to a consumer, in one of its stores or elsewhere, on a day of the budget's month. */
  soldOut(imei: string, day: number, store?: string): Promise<void>
  /** It passes units on to a dealer. */
  soldThrough(imeis: readonly string[], dealer: string, day: number): Promise<void>
  /** All invariants of budgets and customer funds that do not hold: none. */
  broken(): Promise<readonly string[]>
}

export async function claimStory(server: DemoServer, story: SchemeStory): Promise<ClaimStory> {
  const { budget } = story
  await payable(server, story.customer)
  const period = `${budget.year}-${String(budget.month).padStart(2, '0')}`
  const its: ClaimStory = {
    period,
    scheme: (lines, header = {}) => story.scheme(lines, { claimDeadline: `${budget.year}-12-31`, ...header }),
    claim: (scheme, amount, header = {}, line = {}) =>
      story.hand(schemeExecute, 'in.channel', scheme.no, {
        customerCode: story.customer,
        claimPeriod: period,
        payoutType: 'standard',
        postingDate: story.day(28),
        lines: [{ fundingNo: 1, amount, remark: 'As the distributor reported', ...line }],
        ...header,
      }),
    async paid(...asked) {
      const { data, msg } = await its.claim(...asked)
      if (!data) throw new Error(`the claim was refused: ${msg}`)
      await story.agree(schemeExecute, data.formInstanceId)
      return data
    },
    async accrue(scheme, amount) {
      const { data } = await story.hand(schemeWithhold, 'in.finance', scheme.no, {
        kind: 'regular',
        year: budget.year,
        month: budget.month,
        postingDate: story.day(28),
        lines: [{ fundingNo: 1, amount }],
      })
      return story.agree(schemeWithhold, data.formInstanceId)
    },
    async rebate() {
      const [row] = await server.query<{ avl: string }>(
        `select coalesce(sum(avl), 0)::text as avl from funds_account where customer_code = $1 and kind = 'REBATE' and currency = $2`,
        [story.customer, budget.currency],
      )
      return Number(row!.avl)
    },
    async soldIn(unit, customer = story.customer) {
      const fourteen = `35999901${String(unit).padStart(6, '0')}`
      const imei = fourteen + imeiCheckDigit(fourteen)
      await server.query(
        `insert into device_tac (tac, spu_code) select '35999901', spu_code from sku where code = $1 on conflict do nothing`,
        [story.sku],
      )
      const made = { imei1: imei, sn: `SNEXE${String(unit).padStart(7, '0')}`, sku: story.sku }
      const device = await makeDevice(server, made, `${story.day(2)}T12:00:00Z`)
      await sellIn(server, device, customer, `${story.day(3)}T12:00:00Z`, budget.currency)
      return imei
    },
    async soldOut(imei, day, store) {
      const { device, scope, customer } = await heldBy(server, imei)
      const sold = { at: `${story.day(day)}T12:00:00Z`, event: 'sellOut', type: 'consumer', code: '-', scope, customer }
      await moveDevice(server, device, { ...sold, ...(store && { store }), counted: ['sellOut', customer, 1] })
    },
    async soldThrough(imeis, dealer, day) {
      for (const imei of imeis) {
        const { device, scope, customer } = await heldBy(server, imei)
        const to = { at: `${story.day(day)}T12:00:00Z`, type: 'dealer', code: dealer, scope, customer: dealer }
        await moveDevice(server, device, { ...to, event: 'sellThrough', counted: ['sellThrough', customer, 1] })
      }
    },
    async broken() {
      const { query } = story.company
      return [...(await brokenInvariants(query)), ...(await brokenFunds(query))]
    },
  }
  return its
}

/** Completes the fields of a customer's record that a claim needs. */
export async function payable(server: DemoServer, customer: string): Promise<void> {
  await server.query(
    `update customer c set tax_no = coalesce(tax_no, '29AAACR5055K1Z5'), bank_name = 'City Bank', bank_account = '501234567890',
       bank_holder = 'Trading Limited', operating_unit_code = coalesce(operating_unit_code, (select min(x.operating_unit_code) from customer x
         where x.country_code = c.country_code)) where code = $1`,
    [customer],
  )
}

/** Ends all rebates whose last day is over. */
export async function endRebates(databaseUrl: string): Promise<void> {
  const pool = createPool({ databaseUrl, max: 2, name: 'rebates' })
  try {
    while (await expireRebates(workServices(pool, productNow)));
  } finally {
    await pool.end()
  }
}

// Special prices of the customer of a scheme's story, by the calls that the pages make.

export type SpecialPriceStory = Awaited<ReturnType<typeof specialPriceStory>>

export async function specialPriceStory(server: DemoServer, story: SchemeStory) {
  const phones = await server.query<{ code: string; price: string }>(
    `select s.code, p.price::text as price from sku s join spu u on u.code = s.spu_code join product_category c on c.code = u.category_code
     join customer m on m.code = $4
     join price_key k on k.sku_code = s.code and k.area_id = $1 and k.currency = $2 and k.classification_code = m.classification_code and k.trade_term_code = $3
     join price_row p on p.key_id = k.id and p.known_until is null and tstzrange(p.valid_from, p.valid_to) @> product_now()
     where s.enabled and u.enabled and c.class = 'phone' order by s.code`,
    [story.budget.area, CURRENCY, TERM, story.customer],
  )
  let used = 0
  const skus = () => phones.map((_, at) => phones[(used + at) % phones.length]!)
  const content = (lines: readonly object[], header: object = {}): object => ({
    customerCode: story.customer,
    tradeTermCode: TERM,
    currency: CURRENCY,
    validFrom: testDay(0),
    validTo: [testDay(20), `${story.budget.year}-12-31`].toSorted()[0],
    funding: 'budget',
    settlement: 'onInvoice',
    stackable: 'no',
    reason: 'A tender of a chain',
    lines,
    ...header,
  })
  return {
    /** A trade term that the customer has. */
    term: TERM,
    /** Phones with a price, this test's first; each test has its own, because a price that is special already cannot become special twice. */
    skus,
    /** Makes the following calls use the next product. */
    next: () => void (used += 1),
    /** Ten units, 5 below the list, each supported by 4: 40.00 of the budget. */
    line(more: object = {}): object {
      const { code, price } = skus()[0]!
      return {
        skuCode: code,
        specialPrice: (Number(price) - 5).toFixed(2),
        quantityCap: 10,
        unitSupport: '4.00',
        budgetCode: story.budget.code,
        ...more,
      }
    },
    content,
    ask: (lines: readonly object[], header?: object, account = 'in.channel') =>
      story.hand<AnyDocument>(schemeSpecialPrice, account, '', content(lines, header)),
  }
}

// A company with a channel of two customers, one customer beside it, and two stores: possible beneficiaries of scheme lines.

export const CHANNEL = 'CH-IN-TEST'

interface Checked {
  readonly refusals: readonly { readonly key: string; readonly field?: string; readonly row?: number }[]
  readonly warnings: readonly { readonly key: string }[]
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]
}

export type BeneficiaryStory = Awaited<ReturnType<typeof beneficiaryStory>>

export const keys = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key)

/** A line for the channel. */
export const channel = (amount: string, more: object = {}): SchemeLine => ({
  amount,
  customerCode: null,
  channelCode: CHANNEL,
  ...more,
})

export async function beneficiaryStory() {
  const server = await demoServer(await demoDatabase())
  const story = await schemeStory(server)
  const claims = await claimStory(server, story)
  const stock = await stockStory(server, story)
  const others = await server.query<{ code: string }>(
    `select c.code from customer c join country y on y.code = c.country_code join customer own on own.code = $2 and own.country_code = c.country_code
     where y.area_id = $1 and c.kind = 'distributor' and c.state = 'enabled' and c.code <> $2 order by c.code limit 2`,
    [story.budget.area, story.customer],
  )
  const [member, outsider] = [others[0]!.code, others[1]!.code]
  await payable(server, member)
  await payable(server, outsider)
  await server.query(
    `insert into customer_channel (code, name_zh, name_en, status, area_id, scope_id)
     select $1, '连锁', 'Chains', 1, id, organisation_id from area where id = $2`,
    [CHANNEL, story.budget.area],
  )
  const stores = ['ST-T-1', 'ST-T-2'] as const
  await server.query(
    `insert into store (code, name_zh, name_en, type, customer_code, country_code, city, address, scope_id)
     select s.code, s.code, s.code, 'multiBrand', c.code, c.country_code, 'Pune', '1 MG Road', c.scope_id
     from customer c cross join unnest($2::text[]) s (code) where c.code = $1`,
    [story.customer, stores],
  )
  const check = async (route: string, content: object) =>
    (await server.call<Checked>('in.channel', `/aps/scheme/${route}/check`, content)).data
  const moved = (customerCode: string, into: typeof CHANNEL | null) =>
    server.query('update customer set channel_code = $1 where code = $2', [into, customerCode])
  for (const customer of [story.customer, member]) await moved(customer, CHANNEL)
  return {
    server,
    story,
    claims,
    stock,
    /** In the channel with the test's customer; the other one is not. */
    member,
    outsider,
    /** Two of the story's customer. */
    stores,
    check,
    /** The number that the soft check of a claim of the first line counts for a customer. */
    async counted(scheme: Acted, customerCode: string, line: object = {}) {
      const { lines } = await check('execute', {
        schemeNo: scheme.no,
        idcCode: 'IN',
        areaId: story.budget.area,
        currency: story.budget.currency,
        reason: 'As agreed',
        customerCode,
        claimPeriod: claims.period,
        payoutType: 'standard',
        postingDate: story.day(28),
        lines: [{ fundingNo: 1, amount: '0.01', ...line }],
      })
      return lines[0]?.values['basisUnits']
    },
    /** Puts a customer into the channel, or out of any. */
    moved,
  }
}
