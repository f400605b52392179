import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { seedAccounts } from '#app/demo-provider/demo-accounts.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import { type BalanceDifference, replayDifferences } from '#kernel/engine/ledger/replay.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import type { Acting } from '../company/actor.ts'
import { makeSession } from '../servers/requests.ts'
import { actingByRunner } from '../company/test-company.ts'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'

/** The smallest company in which a country budget can be granted: India and Indonesia, two pools each, and the demonstration accounts. */
const MASTER = `
  insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency) values
    (201, 'IN-IN', 200, '印度', 'India', 'country', 'UTC+05:30', 'en', 'INR'),
    (301, 'ID-ID', 300, '印度尼西亚', 'Indonesia', 'country', 'UTC+07:00', 'en', 'IDR');
  insert into country (code, name_zh, name_en, area_id, currency, timezone, organisation_id) values
    ('IN', '印度', 'India', 2, 'INR', 'UTC+05:30', 201), ('ID', '印度尼西亚', 'Indonesia', 3, 'IDR', 'UTC+07:00', 301);
  insert into budget_department (code, name_zh, name_en) values ('D01', '渠道部', 'Channel'), ('D02', '市场部', 'Marketing');
  insert into budget_department_area (area_id, department_code) values (2, 'D01'), (2, 'D02'), (3, 'D01');
  insert into business_type (fsc_id, sub_busi_code, main_name_zh, main_name_en, mid_name_zh, mid_name_en, sub_name_zh, sub_name_en) values
    ('F01', 'S01', '营销', 'Marketing', '渠道', 'Channel', '返利', 'Rebate'), ('F01', 'S02', '营销', 'Marketing', '渠道', 'Channel', '陈列', 'Display');
  insert into product_line (code, parent_code, product_class, name_zh, name_en, position) values
    ('P1', null, 'phone', '手机', 'Phone', 1), ('I1', null, 'iot', 'IoT', 'IoT', 2);
  insert into project_pool (id, code, name_zh, name_en) values (1, 'POOL-A', '池A', 'Pool A'), (2, 'POOL-B', '池B', 'Pool B'), (3, 'POOL-X', '池X', 'Pool X');
  insert into project_pool_area (area_id, pool_code) values (2, 'POOL-A'), (2, 'POOL-B'), (3, 'POOL-X');
  insert into project (code, name_zh, name_en, country_code, scope_id)
    select p.code, p.zh, p.en, c.code, c.organisation_id from country c join (values
      ('PR-1', '项目一', 'Project 1', 'IN'), ('PR-2', '项目二', 'Project 2', 'IN'), ('PR-ID', '印尼项目', 'Project ID', 'ID')
    ) as p (code, zh, en, country) on p.country = c.code;
`

export interface LineInput {
  readonly countryCode?: string
  readonly projectCode?: string
  readonly fscId?: string
  readonly subBusiCode?: string
  readonly productLineCode?: string
  readonly amount: string
  readonly budgetCode?: string
}

export interface World extends Acting<ActionAnswer> {
  readonly pool: pg.Pool
  /** `now` of all acts; a story moves it forward. */
  now: Date
  /** The rules by which another system confirms reserves; null: there is none. */
  reserve: ReserveRules | null
  contextOf(account: string): Promise<RequestContext>
  act(
    account: string,
    action: string,
    command?: Partial<Command>,
    key?: string,
    document?: ServerDocument,
  ): Promise<ActionAnswer>
  submit(
    account: string,
    lines: readonly LineInput[],
    header?: Readonly<Record<string, unknown>>,
    more?: Partial<Command>,
  ): Promise<ActionAnswer>
  /** The holder of the open task decides; the account must be one of them. */
  decide(account: string, action: 'approve' | 'reject', formInstanceId: string, opinion?: string): Promise<ActionAnswer>
  /** The route of India to the end. */
  approveAll(formInstanceId: string, accounts?: readonly string[]): Promise<ActionAnswer>
  account(code: 'pool' | 'line', key: string): Promise<Record<string, string>>
  replay(): Promise<BalanceDifference[]>
  readonly query: <T>(text: string, values?: unknown[]) => Promise<T[]>
  close(): Promise<void>
}

export const INDIA = {
  applyType: 'grant',
  idcCode: 'IN',
  areaId: 2,
  year: 2026,
  month: 11,
  budgetDeptCode: 'D01',
  projectPoolCode: 'POOL-A',
  productClass: 'phone',
  currency: 'INR',
  reason: 'November channel budget',
  source: 'typed',
}

export const LINE = { countryCode: 'IN', projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1' }

export const INDIAN_ROUTE = ['in.manager', 'in.regfinance', 'in.rsd', 'hq.budget']

/** Builds the company in an empty, migrated database. Pool A of India holds `poolAmount`. */
export async function budgetWorld(databaseUrl: string, poolAmount = '1000.00', connections = 20): Promise<World> {
  const pool = createPool({ databaseUrl, max: connections, name: 'test' })
  await pool.query(MASTER)
  await transaction(pool, seedAccounts)
  await transaction(pool, async (tx) => {
    const funding = { areaId: 2, year: 2026, currency: 'INR', actorId: 1, at: new Date('2026-01-01T00:00:00Z') }
    await fundPool(tx, { ...funding, projectPoolCode: 'POOL-A', amount: poolAmount })
    await fundPool(tx, { ...funding, projectPoolCode: 'POOL-B', amount: poolAmount })
    await fundPool(tx, { ...funding, areaId: 3, currency: 'IDR', projectPoolCode: 'POOL-X', amount: poolAmount })
  })
  return worldOn(pool)
}

export function worldOn(pool: pg.Pool): World {
  const principals = new Map<string, Principal>()
  const runtime = {
    pool,
    now: () => world.now,
    get reserve() {
      return world.reserve
    },
  }
  const query = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  const world: World = {
    ...actingByRunner(query, runtime, (account) => world.contextOf(account)),
    pool,
    now: new Date('2026-11-21T08:00:00Z'),
    reserve: null,
    query,
    async contextOf(account) {
      let principal = principals.get(account)
      if (!principal) {
        const session = await makeSession(pool, account, 60)
        principals.set(account, (principal = session.principal('en')))
      }
      const log = () => undefined
      return { principal, language: 'en', requestId: randomUUID(), now: world.now, idempotencyKey: randomUUID(), log }
    },
    async act(account, action, command = {}, key, document = countryBudgetDocument) {
      const context = await world.contextOf(account)
      const asked = commandOf({ action, ...command })
      return runAction(runtime, document, key ? { ...context, idempotencyKey: key } : context, asked)
    },
    submit(account, lines, header = {}, more = {}) {
      return world.act(account, 'submit', {
        raw: { ...INDIA, ...header, lines: lines.map((line) => ({ ...LINE, ...line })) },
        ...more,
      })
    },
    decide(account, action, formInstanceId, opinion = 'Checked') {
      return world.as(account).decide(countryBudget, action, formInstanceId, { opinion })
    },
    async approveAll(formInstanceId, accounts = INDIAN_ROUTE) {
      let answer: ActionAnswer | undefined
      for (const account of accounts) answer = await world.decide(account, 'approve', formInstanceId)
      if (!answer) throw new Error('nobody to approve')
      return answer
    },
    async account(kind, key) {
      const table =
        kind === 'pool'
          ? 'budget_pool p on p.id = a.id where p.project_pool_code = $1'
          : 'budget_line l on l.id = a.id where l.code = $1'
      const [row] = await query<Record<string, string>>(`select a.* from budget_account a join ${table}`, [key])
      if (!row) throw new Error(`no ${kind} ${key}`)
      return row
    },
    replay: () => reading(pool, (tx) => tx.rows(replayDifferences(budgetLedger))),
    close: () => pool.end(),
  }
  return world
}
