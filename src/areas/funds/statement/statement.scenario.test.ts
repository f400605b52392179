import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import type { Cell } from '#kernel/platform/excel/cell.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { demoDatabase, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import type { FundsRow } from '../lists/funds.list.ts'
import { STATEMENT, type StatementAsked } from './statement.ts'
import { readStatement } from './statement.server.ts'

// The statement of a customer's account for a period: the balance before it, what moved it, and the balance after it.

let world: DownloadWorld
let server: DemoServer
let pool: ReturnType<typeof createPool>
let account: FundsRow

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  world = await downloadWorld(databaseUrl)
  server = world.server
  await world.startWorker()
  pool = createPool({ databaseUrl, max: 1, name: 'test' })
  account = (await server.call<{ records: readonly FundsRow[] }>('in.dist', '/aps/funds/account/page', {})).data
    .records[0]!
})
afterAll(async () => {
  await pool?.end()
  await world?.close()
})

const textOf = (cell: Cell): string => (cell.kind === 'empty' ? '' : cell.text)

const asked = (more: Partial<StatementAsked> = {}): StatementAsked => ({
  customerCode: String(account['customerCode']),
  operatingUnitCode: String(account['operatingUnitCode']),
  currency: account.currency,
  from: '2026-01-01',
  to: '2026-11-18',
  ...more,
})
const paper = (who: string, more: Partial<StatementAsked> = {}) =>
  server.fetch(who, `${STATEMENT.pdf}?${new URLSearchParams({ ...asked(more) })}`)

const read = (more: Partial<StatementAsked> = {}) =>
  reading(pool, (tx) =>
    readStatement(tx, { principal: { scope: 'all', timezone: 'UTC+05:30' }, language: 'en' }, asked(more)),
  )

describe('the statement of an account', () => {
  it('a statement leads from the opening to the closing balance, which is the balance of the account today', async () => {
    const { parts } = await read()
    const balances = {
      RECHARGE: amount(String(account['rechargeAvailable'])).plus(String(account['rechargeOccupied'])),
      REBATE: amount(String(account['rebateAvailable'])).plus(String(account['rebateOccupied'])),
      RECEIVABLE: amount(String(account['receivable'])).plus(String(account['credits'])),
    }
    expect(parts.some(({ rows }) => rows.length > 0)).toBe(true)
    for (const { kind, opening, rows, closing } of parts) {
      const moved = sumAmounts(rows.map((row) => amount(row.amount)))
      expect([kind, amountText(amount(opening).plus(moved))]).toEqual([kind, closing])
      expect([kind, closing]).toEqual([kind, amountText(balances[kind])])
      expect([kind, rows.at(-1)?.balance ?? opening]).toEqual([kind, closing])
    }
  })

  it('a statement of a later period opens with what the earlier one closed with, and no posting is in both', async () => {
    const [earlier, later] = [await read({ to: '2026-10-31' }), await read({ from: '2026-11-01' })]
    for (const [at, part] of later.parts.entries()) expect(part.opening).toBe(earlier.parts[at]?.closing)
    const whole = await read()
    for (const [at, part] of whole.parts.entries())
      expect(part.rows.length).toBe((earlier.parts[at]?.rows.length ?? 0) + (later.parts[at]?.rows.length ?? 0))
  })

  it('a distributor downloads the statement of their own account as a PDF, in both languages', async () => {
    const { status, headers, bytes } = await paper('in.dist')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = (await pdfPages(bytes)).map((page) => page.text).join('')
    for (const word of ['Openingbalance', 'Closingbalance', String(account['customerCode']), account.currency])
      expect([word, text.includes(word)]).toEqual([word, true])
    expect(text).not.toMatch(/fundsPage\.|fundsStatement\./)
  })

  it('a distributor downloads the same as a workbook', async () => {
    const made = await server.call<{ taskId: string }>('in.dist', STATEMENT.export, { ...asked(), format: 'xlsx' })
    const sheet = await world.sheet('in.dist', await world.ended('in.dist', made.data.taskId))
    const rows = [sheet.header, ...sheet.rows.map(({ cells }) => cells.map(textOf))]
    const [customer] = await server.query<{ name: string }>(`select name_en as name from customer where code = $1`, [
      account['customerCode'],
    ])
    const facts = new Map(rows.slice(0, 8).map(([label, value]) => [label, value]))
    expect([
      facts.get('Customer name'),
      facts.get('Customer'),
      facts.get('Currency'),
      facts.get('Period'),
      facts.get('Exported by')?.includes('(in.dist)'),
      /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(facts.get('Data as of') ?? ''),
    ]).toEqual([customer?.name, account['customerCode'], account.currency, '2026-01-01 – 2026-11-18', true, true])
    expect(rows[8]?.slice(0, 3)).toEqual(['Kind', 'Date', 'Document'])
    expect(rows.length).toBeGreaterThan(10)
  })

  it('the statement of an account is refused for another customer, for another region and without the right', async () => {
    const other = { customerCode: 'C-IN-0002' }
    expect((await paper('in.dist', other)).status).toBe(404)
    expect((await server.call('in.dist', STATEMENT.export, { ...asked(other), format: 'xlsx' })).status).toBe(404)
    expect((await paper('in.finance', other)).status).toBe(200)
    expect((await paper('id.finance')).status).toBe(404)
    expect((await paper('in.store')).status).toBe(403)
  })

  it('a period that does not exist, ends before it begins or is too long is refused by its own text', async () => {
    const refused = async (more: Partial<StatementAsked>) =>
      (await server.call('in.dist', STATEMENT.export, { ...asked(more), format: 'xlsx' })).error?.key
    expect(await refused({ to: '2025-12-31' })).toBe('funds.statementBackwards')
    expect(await refused({ from: '2025-11-01' })).toBe('funds.statementTooLong')
    expect(await refused({ from: '2026-02-30' })).toBe('http.invalidField')
  })
})
