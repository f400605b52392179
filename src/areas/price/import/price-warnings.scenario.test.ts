import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { type ImportWorld, importWorld } from '#test/helpers/import-world.ts'
import { holdRole } from '#test/helpers/permission-world.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { priceFeed } from '../feed/price-feed.doc.ts'
import { priceImport } from './price-import.ts'

// One person writes a whole file without an approval: what is below the floor or far from before is written only with their reason.

const HEADER = ['Area', 'Price classification', 'SKU ID', 'Trade term', 'Currency', 'Price', 'Tax', 'Effective from']
const [BLIND, SEEING] = ['nomenu', 'hq.pricing'] as const

interface Sold {
  readonly area: string
  readonly classification: string
  readonly sku: string
  readonly term: string
  readonly currency: string
  readonly price: string
  readonly cost: string
  readonly floor: string
}

let world: ImportWorld
let company: TestCompany
let sold: readonly Sold[]
beforeAll(async () => {
  world = await importWorld(await demoDatabase(), [priceImport], SEEING)
  company = companyOn(world.server)
  await holdRole(world.server, BLIND, 'importsBlindly', 'IN', ['price.import', 'price.list.view'])
  sold = await company.query<Sold>(
    `select a.area_code as area, k.classification_code as classification, k.sku_code as sku, k.trade_term_code as term, k.currency, r.price::text,
       c.unit_cost::text as cost, c.floor_margin::text as floor
     from price_key k join area a on a.id = k.area_id
     join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null and r.tax_mode = 'exclusive'
     cross join lateral price_cost_at(k.sku_code, k.area_id, k.currency, r.valid_from) c
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null and c.unit_cost / (1 - c.floor_margin / 100) < r.price * 0.96
       and not exists (select from price_hold h where h.key_id = k.id) order by 2, 3, 4`,
    [INDIA.areaId, INDIA.currency],
  )
})
afterAll(() => world?.close())

/** A row of the file for the price of a product, as a share of the price that stands. */
const rowOf = (at: number, share: number): string[] => {
  const { area, classification, sku, term, currency, price } = sold[at]!
  return [area, classification, sku, term, currency, (Number(price) * share).toFixed(2), 'exclusive', '2031-01-01']
}

const read = (rows: readonly (readonly string[])[], account: string = SEEING) =>
  world.read([HEADER, ...rows], { kind: 'prices', account })

const feedOf = async (importId: string) =>
  (
    await company.query<{ id: string; reason: string | null }>(
      'select id::text, reason from price_feed where reference = $1',
      [`PI${importId.padStart(8, '0')}`],
    )
  )[0]

describe('prices that one person imports', () => {
  it('a price far from the one before or below its floor is shown first, with its margin, and is written only with a reason', async () => {
    const run = await read([rowOf(0, 0.99), rowOf(1, 0.0001), rowOf(2, 1.2)])
    expect(run.rows).toMatchObject({ good: 3, asked: 2 })
    expect(run.columns.filter(({ isFigure }) => isFigure).map(({ title }) => title)).toEqual([
      'Change (%)',
      'Gross margin (%)',
      'Floor (%)',
    ])
    const asked = await world.rows(run.importId, 'asked')
    expect(asked.map(({ row, warnings }) => [row, warnings.map(({ key }) => key)])).toEqual([
      [3, ['price.belowTheFloor', 'price.farFromBefore']],
      [4, ['price.farFromBefore']],
    ])
    const [far] = asked
    expect(far!.after).toMatchObject({ changePercent: expect.stringMatching(/^-99\.9/) })
    expect(Number(far!.before!['margin'])).toBeGreaterThan(Number(far!.before!['floorMargin']))
    expect(Number(far!.after!['margin'])).toBeLessThan(0)
    for (const reason of [undefined, '', '   ']) {
      const refused = await world.act('run', run, { mode: 'all', ...(reason === undefined ? {} : { reason }) })
      expect([refused.status, (refused.error as { key: string; field: string }).key]).toEqual([
        400,
        'imports.reasonMissing',
      ])
    }
    expect(await feedOf(run.importId)).toBeUndefined()
    expect((await world.act('run', run, { mode: 'all', reason: ' The old phones are sold off ' })).status).toBe(200)
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 3, asked: 0 } })
    const feed = (await feedOf(run.importId))!
    expect(feed.reason).toBe('The old phones are sold off')
    const history = await company.query<{ detail: object }>(
      `select detail from audit_entry where document_type = 'import' and document_id = $1 and action = 'run'`,
      [run.importId],
    )
    expect(history.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ confirmation: 'The old phones are sold off' }),
    ])
    const changes = await company.query('select reason from price_change where document_id = $1', [feed.id])
    expect(new Set(changes.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ reason: 'The old phones are sold off' })]),
    )
  })

  it('a price that needs a reason only since the check is not written without one', async () => {
    const run = await read([rowOf(3, 0.98)])
    expect(run.rows.asked).toBe(0)
    await company.query(
      `update price_cost c set floor_margin = 99 from price_cost_key k where k.id = c.key_id and k.sku_code = $1 and k.area_id = $2 and k.currency = $3`,
      [sold[3]!.sku, INDIA.areaId, sold[3]!.currency],
    )
    await world.act('run', run, { mode: 'good' })
    await world.work()
    expect((await world.rows(run.importId, 'bad')).map(({ errors }) => errors.map(({ key }) => key))).toEqual([
      ['price.asksSince'],
    ])
    expect(await feedOf(run.importId)).toBeUndefined()
  })

  it('a feed that was taken back on its own page is told, with its address, by the import that made it', async () => {
    const run = await read([rowOf(5, 0.99)])
    await world.act('run', run, { mode: 'all', reason: 'A small change' })
    await world.work()
    const feed = (await feedOf(run.importId))!
    const written = await world.detail(run.importId)
    expect(written).toMatchObject({ state: 'done', can: { undo: true }, made: [{ isTakenBack: false }] })
    expect(written.made[0]!.address).toContain('/process/price/pc/feed')
    const undone = await company.server.call(SEEING, `${priceFeed.api}/undo`, {
      id: feed.id,
      input: { reason: 'A wrong file' },
    })
    expect(undone.status, undone.msg).toBe(200)
    expect(await world.detail(run.importId)).toMatchObject({ can: { undo: false }, made: [{ isTakenBack: true }] })
  })

  it('people who may not see margins see none, and are told nothing that depends on them', async () => {
    const { price, cost, floor } = sold[4]!
    const floorPrice = Number(cost) / (1 - Number(floor) / 100)
    const told = async (share: number) => {
      const run = await read([rowOf(4, share)], BLIND)
      const [row] = await world.rows(run.importId, 'all', BLIND)
      return {
        columns: run.columns.filter(({ isFigure }) => isFigure).map(({ key }) => key),
        asked: run.rows.asked,
        warnings: row!.warnings.map(({ key }) => key),
        margin: [row!.before!['margin'] ?? null, row!.after!['margin'] ?? null, row!.after!['floorMargin'] ?? null],
      }
    }
    const nothing = { columns: ['changePercent'], asked: 0, warnings: [], margin: [null, null, null] }
    const share = floorPrice / Number(price)
    // Both within the limit of changes, one on each side of the floor.
    const near = share > 0.91 ? share - 0.005 : 0.95
    expect([await told(0.99), await told(near)]).toEqual([nothing, nothing])
  })
})
