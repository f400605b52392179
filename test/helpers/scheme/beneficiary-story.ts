import { type ClaimStory, claimStory, payable } from './claim-story.ts'
import { demoDatabase } from '../servers/demo-database.ts'
import { type DemoServer, demoServer } from '../servers/demo-server.ts'
import type { Acted } from '../company/actor.ts'
import { type SchemeLine, schemeStory, type SchemeStory } from './scheme-story.ts'
import { type StockStory, stockStory } from './stock-story.ts'

// A company with a channel of two customers, one customer beside it, and two stores: possible beneficiaries of scheme
// lines.

export const CHANNEL = 'CH-IN-TEST'

interface Checked {
  readonly refusals: readonly { readonly key: string; readonly field?: string; readonly row?: number }[]
  readonly warnings: readonly { readonly key: string }[]
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]
}

export interface BeneficiaryStory {
  readonly server: DemoServer
  readonly story: SchemeStory
  readonly claims: ClaimStory
  readonly stock: StockStory
  /** In the channel with the test's customer; the other one is not. */
  readonly member: string
  readonly outsider: string
  /** Two of the story's customer. */
  readonly stores: readonly [string, string]
  check(route: string, content: object): Promise<Checked>
  /** The number that the soft check of a claim of the first line counts for a customer. */
  counted(scheme: Acted, customerCode: string, line?: object): Promise<unknown>
  /** Puts a customer into the channel, or out of any. */
  moved(customerCode: string, into: typeof CHANNEL | null): Promise<void>
}

export const keys = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key)

/** A line for the channel. */
export const channel = (amount: string, more: object = {}): SchemeLine => ({
  amount,
  customerCode: null,
  channelCode: CHANNEL,
  ...more,
})

export async function beneficiaryStory(): Promise<BeneficiaryStory> {
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
  const its: BeneficiaryStory = {
    server,
    story,
    claims,
    stock,
    member,
    outsider,
    stores,
    async check(route, content) {
      return (await server.call<Checked>('in.channel', `/aps/scheme/${route}/check`, content)).data
    },
    async counted(scheme, customerCode, line = {}) {
      const { lines } = await its.check('execute', {
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
    async moved(customerCode, into) {
      await server.query('update customer set channel_code = $1 where code = $2', [into, customerCode])
    },
  }
  for (const customer of [story.customer, member]) await its.moved(customer, CHANNEL)
  return its
}
