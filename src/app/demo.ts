import { seedAccounts } from '#app/demo-provider/demo-accounts.ts'
import { machineTime, productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import type { Config } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { takeNotices } from '#kernel/services/notify/take-notices.ts'
import { openFilesStore } from '#kernel/platform/files/open-store.ts'
import { inTurn, relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { keptKinds } from '#kernel/engine/record/known-records.ts'
import { DemoFiles } from '#areas/budget/demo/attachments.ts'
import { Actors } from '#areas/budget/demo/actors.ts'
import { readCatalogues } from '#areas/budget/demo/catalogue.ts'
import { tellFinance } from '#areas/budget/demo/finance.ts'
import { seedFunds } from '#areas/funds/demo/funds.ts'
import { seedStaff } from '#areas/customer/demo/own-company.ts'
import { confirmReserves } from '#areas/budget/demo/reserves.ts'
import { fundPools } from '#areas/budget/demo/funding.ts'
import { playHistory } from '#areas/budget/demo/history.ts'
import { seedBudgetMaster } from '#areas/budget/demo/master-data.ts'
import { playLevels } from '#areas/budget/demo/levels.ts'
import { randomOf } from '#areas/budget/demo/random.ts'
import { playSettings } from '#areas/budget/demo/settings.ts'
import { playTransfers } from '#areas/budget/demo/transfers.ts'
import { recordUse } from '#areas/budget/demo/use.ts'
import { CLOSING, playYearEnd } from '#areas/budget/demo/year-end.ts'
import { addVolume } from '#areas/budget/demo/volume.ts'
import { seedAccounting } from '#areas/organisation/demo/accounting.ts'
import { seedSyncLog } from '#areas/integration/demo/log.ts'
import { seedSystems } from '#areas/integration/demo/systems.ts'
import { playChanges } from '#areas/change-request/demo/changes.ts'
import { seedCustomers } from '#areas/customer/demo/customers.ts'
import { seedCountries } from '#areas/organisation/demo/countries.ts'
import { seedBudgetRates, seedWhiteCustomers } from '#areas/organisation/demo/rates-and-zones.ts'
import { seedDevices } from '#areas/device/demo/devices.ts'
import { playDeviceTransfers } from '#areas/device/demo/transfers.ts'
import { seedProducts, seedSalesSettings } from '#areas/product/demo/products.ts'
import { seedListPrices } from '#areas/price/demo/list-prices.ts'
import { seedRounding } from '#areas/price/demo/rounding.ts'
import { playPriceFeed } from '#areas/price/demo/feeds.ts'
import { refusePush } from '#areas/price/demo/pushes.ts'
import { playPriceReviews } from '#areas/price/demo/reviews.ts'
import { seedOtherAccounts } from '#areas/account/demo/accounts.ts'
import { seedPeople } from '#areas/personnel/demo/people.ts'
import { playCarriedOver, playLastYear } from '#areas/scheme/demo/last-year.ts'
import { playFollowUps } from '#areas/scheme/demo/follow-ups.ts'
import { playSchemes } from '#areas/scheme/demo/schemes.ts'
import { seedStoreImages } from '#areas/store/demo/images.ts'
import { seedStores } from '#areas/store/demo/stores.ts'
import { seedYearRates } from '#areas/approval-routes/demo/year-rates.ts'
import { areas } from './areas.ts'
import { furnishKernel } from './furnish-kernel.ts'
import { loadAreaServers } from './server.ts'

/** A fixed seed, so that everyone sees the same company. */
const SEED = 20_260_101
const LINES_PER_SCALE = 2_000
/** The scale of the devices where only some regions are played. */
const FEW_DEVICES = 0.2
/** Age in months of the first applications. */
const MONTHS_BACK = 13
/** Time zone of the region where a day begins first. */
const EASTERNMOST = 'UTC+08:00'

/** Serialises processes that start on one database: the second finds the company there. */
const takeTurns = prepared('demo turn', 'select pg_advisory_xact_lock(7301147)')

const state = prepared<{ filled: boolean }>(
  'demo state',
  `select exists (select from country) or exists (select from country_budget) as filled`,
)
const analyze = [
  'organisation',
  'country',
  'sku',
  'material',
  'sku_sales_setting',
  'price_key',
  'price_row',
  'price_change',
  'price_cost_key',
  'price_cost',
  'price_feed',
  'price_feed_line',
  'project',
  'store',
  'store_image',
  'store_assignment',
  'person',
  'budget_account',
  'budget_line',
  'country_budget',
  'country_budget_line',
  'budget_transfer',
  'budget_transfer_line',
  'budget_year_end',
  'budget_year_end_line',
  'pool_budget',
  'scheme',
  'scheme_line',
  'scheme_funding',
  'scheme_application',
  'scheme_withhold',
  'scheme_execute',
  'budget_encumbrance',
  'funds_account',
  'rebate_batch',
  'receivable_item',
  'customer_invoice',
  'customer_invoice_line',
  'ledger_posting',
  'ledger_journal',
  'approval_task',
  'approval_instance',
  'customer',
  'device',
  'device_number',
  'device_holding',
  'device_custody',
  'device_count',
]

/** Older notifications are marked as read. */
const READ_AFTER_DAYS = 3
const markOldRead = prepared(
  'demo old notifications',
  `update notification set read_at = at + interval '3 hours' where read_at is null and kind <> 'task' and at < $1`,
)

/**
 * The past is told document by document. Where work happens in its own time, messages arrive in the order of their times; the bell, the list
 * and its file go by that order of arrival.
 */
const tellInOrder = prepared(
  'demo notifications in order',
  `with told as (delete from notification returning *)
   insert into notification (user_id, kind, document_type, document_id, round, no, task_id, actor_id, opinion, at, read_at)
   select user_id, kind, document_type, document_id, round, no, task_id, actor_id, opinion, at, read_at from told order by at, id`,
)

/** Takes the effects of the played history. Its notifications are not sent, because everybody would get a year of mail at the first start. */
async function tellHistory(pool: TransactionPool, now: Date): Promise<void> {
  const follows = (await loadAreaServers(areas)).flatMap((area) => area.follows ?? [])
  const take = inTurn(takeNotices({ now: () => now, channels: [], groupSeconds: 0 }), takeFollowed(follows))
  while (await relayOnce(pool, take));
  await transaction(pool, async (tx) => {
    await tx.run(tellInOrder())
    await tx.run(markOldRead(new Date(now.getTime() - READ_AFTER_DAYS * 86_400_000)))
  })
}

/** Synchronization settings name the product's records. */
async function seedIntegration(pool: TransactionPool, now: Date): Promise<void> {
  for (const area of areas) registerTexts(area.name, area.texts, area.rights)
  await loadAreaServers(areas)
  await transaction(pool, async (tx) => {
    await tx.run(keptKinds())
    await seedSystems(tx, now)
    await seedSyncLog(tx, now)
  })
}

/**
 * Fills an empty database with the demonstration company (docs: the accounts in README). Master data is inserted directly; money moves and
 * applications are raised and decided through the product's own commands. Does nothing where there is data.
 * @param played the regions whose year is simulated and whose prices are kept, for tests that need fewer; they need few devices, too
 */
export async function loadDemo(
  databaseUrl: string,
  config: Pick<Config, 'demo' | 'filesDir' | 'bucket'>,
  now = productNow(),
  played: readonly string[] | 'all' = 'all',
): Promise<void> {
  furnishKernel()
  const ahead = now.getTime() - machineTime()
  const pool = createPool({ databaseUrl, max: 2, name: 'demonstration', ahead })
  try {
    // On the last evening of a year by UTC the eastern regions are already in the next year.
    const year = Number(dayIn(EASTERNMOST, now).slice(0, 4))
    const years = [year - 1, year] as const
    const catalogues = await transaction(pool, async (tx) => {
      await tx.run(takeTurns())
      if ((await tx.first(state()))?.filled !== false) return null
      await seedCountries(tx)
      await seedAccounting(tx)
      await seedAccounts(tx)
      await seedYearRates(tx, years)
      await tx.run(seedBudgetRates())
      await seedProducts(tx, now)
      await seedBudgetMaster(tx)
      await seedCustomers(tx, now.getUTCFullYear())
      await tx.run(seedStaff())
      await seedSalesSettings(tx)
      await seedListPrices(tx, now, { scale: config.demo.scale, regions: played })
      await seedRounding(tx, now)
      await tx.run(seedWhiteCustomers())
      await seedStores(tx, randomOf(SEED + 1))
      await seedDevices(tx, now, played === 'all' ? config.demo.scale : FEW_DEVICES)
      await seedOtherAccounts(tx, now)
      await seedPeople(tx, now)
      const read = await readCatalogues(tx)
      await fundPools(tx, read.areas, years, now)
      return read
    })
    if (!catalogues) return
    await seedIntegration(pool, now)
    const regions = catalogues.areas.filter(({ idc }) => played === 'all' || played.includes(idc))
    const firstFunded = Date.UTC(years[0]!, 0, 6)
    const back = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_BACK, now.getUTCDate())
    const from = new Date(Math.max(firstFunded, back))
    const store = await openFilesStore(config)
    await seedStoreImages({ pool, store, random: randomOf(SEED + 2), now })
    const files = new DemoFiles(pool, store)
    await playHistory({ pool, files, random: randomOf(SEED), areas: regions, shared: catalogues.shared, now, from })
    await playTransfers({ pool, areas: regions, now })
    await playLevels({ pool, areas: regions, shared: catalogues.shared, now })
    await playSettings({ pool, areas: regions, now })
    const company = { pool, cast: new Actors(pool), files, regions, now }
    await playSchemes(company)
    const closing = regions.find(({ idc }) => idc === CLOSING)
    const outlives = closing ? await playLastYear({ ...company, region: closing }) : null
    await transaction(pool, (tx) => recordUse(tx, now))
    await transaction(pool, (tx) => seedFunds(tx, now))
    await playFollowUps(company)
    await playPriceReviews(company)
    await playPriceFeed(company)
    await playYearEnd({ pool, areas: regions, now })
    await playCarriedOver(company, outlives)
    if (regions.some(({ idc }) => idc === 'IN')) await playDeviceTransfers(pool, company.cast, now)
    await playChanges(pool, now)
    await tellHistory(pool, now)
    await transaction(pool, (tx) => tellFinance(tx, now))
    await transaction(pool, refusePush)
    if (played === 'all') await transaction(pool, confirmReserves)
    if (config.demo.scale > 1) {
      await transaction(pool, (tx) =>
        addVolume(tx, { lines: (config.demo.scale - 1) * LINES_PER_SCALE, years, at: now }),
      )
    }
    await reading(pool, (tx) => tx.run({ text: `analyze ${analyze.join(', ')}`, values: [] }))
  } finally {
    await pool.end()
  }
}
