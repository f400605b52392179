import type pg from 'pg'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { makeSession } from '#test/helpers/servers/requests.ts'
import { INDIA } from '#test/helpers/budget/budget-world.ts'
import { IS_SMALL } from './report.ts'

export const POOLS = IS_SMALL ? 6 : 200
const PROJECTS = 200
const BUSINESS_TYPES = 40
const PRODUCT_LINES = 20

const code = (prefix: string, index: number) => `${prefix}${String(index).padStart(3, '0')}`

/** More of everything that an application names, on top of the company of the scenario tests. */
export async function growCompany(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into project_pool (id, code, name_zh, name_en)
      select 1000 + n, 'BP' || lpad(n::text, 3, '0'), '池' || n, 'Pool ' || n from generate_series(0, ${POOLS - 1}) n;
    insert into project_pool_area (area_id, pool_code) select 2, code from project_pool where id >= 1000;
    insert into project (code, name_zh, name_en, country_code, scope_id)
      select 'BJ' || lpad(n::text, 3, '0'), '项目' || n, 'Project ' || n, c.code, c.organisation_id
      from country c, generate_series(0, ${PROJECTS - 1}) n where c.code = 'IN';
    insert into business_type (fsc_id, sub_busi_code, main_name_zh, main_name_en, mid_name_zh, mid_name_en, sub_name_zh, sub_name_en)
      select 'BF' || lpad(n::text, 3, '0'), 'S', '营销', 'Marketing', '渠道', 'Channel', '类型' || n, 'Type ' || n
      from generate_series(0, ${BUSINESS_TYPES - 1}) n;
    insert into product_line (code, product_class, name_zh, name_en, position)
      select 'BL' || lpad(n::text, 3, '0'), 'phone', '产品' || n, 'Line ' || n, 100 + n from generate_series(0, ${PRODUCT_LINES - 1}) n`)
  for (let index = 0; index < POOLS; index += 1) {
    await transaction(pool, (tx) =>
      fundPool(tx, {
        areaId: 2,
        year: INDIA.year,
        currency: INDIA.currency,
        projectPoolCode: code('BP', index),
        amount: '1000000000000.00',
        actorId: 1,
        at: new Date('2026-01-01T00:00:00Z'),
      }),
    )
  }
}

const pick = (count: number) => Math.floor(Math.random() * count)

/** A grant of three lines. Lines repeat over the run, so that some budgets exist and some are new, as in a year's work. */
export function grantOf(poolIndex: number): Readonly<Record<string, unknown>> {
  const first = pick(PROJECTS)
  const lines = [0, 1, 2].map((offset) => ({
    countryCode: 'IN',
    projectCode: code('BJ', (first + offset) % PROJECTS),
    fscId: code('BF', pick(BUSINESS_TYPES)),
    subBusiCode: 'S',
    productLineCode: code('BL', pick(PRODUCT_LINES)),
    amount: `${1 + pick(900)}.50`,
    remark: 'November display material',
  }))
  return { ...INDIA, projectPoolCode: code('BP', poolIndex), month: 1 + pick(12), lines }
}

export interface BenchSession {
  readonly token: string
  readonly csrfToken: string
}

async function userIdOf(pool: pg.Pool, account: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select id from app_user where account = $1', [account])
  const [user] = rows
  if (!user) throw new Error(`no account ${account}`)
  return user.id
}

/** With the rights and organisations of an account, for statements that a bench runs itself. */
export async function principalOf(pool: pg.Pool, account: string): Promise<Principal> {
  const userId = await userIdOf(pool, account)
  const principal = await reading(pool, (tx) => principalOfUser(tx, userId, 'en'))
  if (!principal) throw new Error(`${account} cannot sign in`)
  return principal
}

/** Sessions of one account, as its sign-in would have made them. */
export async function sessionsOf(pool: pg.Pool, account: string, count: number): Promise<BenchSession[]> {
  const made = await Promise.all(Array.from({ length: count }, () => makeSession(pool, account)))
  return made.map(({ token, csrfToken }) => ({ token, csrfToken }))
}
