import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { publishBudgetRates } from '#areas/organisation/organisation.facade.ts'
import { customerChannel } from '#areas/budget/records/customer-channel.record.ts'
import { department } from '#areas/budget/records/department.record.ts'
import { country } from '#areas/organisation/records/country.record.ts'
import { currencyRate } from '#areas/organisation/records/currency-rate.record.ts'
import { hashOfStored, type StoredEntry } from '#kernel/platform/audit/stored-entry.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import type { ApplyRow, Importer, ImportRow, UndoRow } from '#kernel/services/imports/import-definition.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import { readUses } from '#kernel/engine/record/routes/read-usages.ts'
import { writeRecord } from '#kernel/engine/record/write/write-records.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'

// A record's import without the engine around it: what a row would do, what it did, and its reversal.

const channels = recordImport(customerChannel)
let world: World

beforeAll(async () => {
  for (const area of areas) registerTexts(area.name, area.texts)
  await loadAreaServers(areas)
  world = await budgetWorld(await testDatabase())
})

afterAll(() => world?.close())

async function importer(account: string): Promise<Importer> {
  const { principal } = await world.contextOf(account)
  return { principal, language: 'en', params: {}, now: world.now, requestId: randomUUID() }
}

function row(number: number, code: string, more: Partial<Record<string, string | null>> = {}): ImportRow {
  const values = { code, nameZh: `渠道${code}`, nameEn: `Channel ${code}`, areaCode: 'IN', state: null, ...more }
  return { row: number, values: values as ImportRow['values'] }
}

const check = async (account: string, rows: readonly ImportRow[]) => {
  const by = await importer(account)
  return transaction(world.pool, (tx) => channels.check(tx, by, rows))
}

async function run(account: string, rows: readonly ImportRow[]) {
  const by = await importer(account)
  const checked = await check(account, rows)
  const good = checked.flatMap((each, index): ApplyRow[] =>
    'action' in each && each.action !== 'same'
      ? [{ ...rows[index]!, action: each.action, key: each.key, basis: each.basis ?? null }]
      : [],
  )
  const applied = await transaction(world.pool, (tx) => channels.apply(tx, by, good))
  const undo = applied.flatMap((each, index): UndoRow[] =>
    'undo' in each ? [{ row: each.row, key: good[index]!.key, action: good[index]!.action, undo: each.undo }] : [],
  )
  return { checked, good, applied, undo }
}

async function undo(account: string, rows: readonly UndoRow[]) {
  const by = await importer(account)
  return transaction(world.pool, (tx) => channels.undo(tx, by, rows))
}

const stored = (code: string) =>
  world.query<Record<string, unknown>>('select * from customer_channel where code = $1', [code])

async function chain(id: unknown) {
  const rows = await world.query<StoredEntry>('select * from audit_entry where document_id = $1 order by id', [id])
  let previous: Buffer | null = null
  for (const entry of rows) {
    expect(entry.previous_hash).toEqual(previous)
    expect(hashOfStored(entry)).toEqual(entry.hash)
    previous = entry.hash
  }
  return { acts: rows.map(({ action }) => action), last: previous }
}

describe('an import of customer channels', () => {
  it('an import check says per row what it would do and which field is wrong', async () => {
    const checked = await check('in.finance', [
      row(2, 'CH-1'),
      row(3, 'CH 2'),
      row(4, 'CH-3', { areaCode: 'ID' }),
      row(5, 'CH-4', { areaCode: 'XX' }),
    ])
    expect(checked[0]).toMatchObject({
      action: 'create',
      key: 'CH-1',
      before: null,
      after: { areaCode: 'IN', state: 'enabled' },
    })
    expect(checked.slice(1)).toMatchObject([
      { row: 3, errors: [{ column: 'code', key: 'record.keyShape' }] },
      { row: 4, errors: [{ column: 'areaCode', key: 'record.unknownCode' }] },
      { row: 5, errors: [{ column: 'areaCode', key: 'record.unknownCode' }] },
    ])
  })

  it('an import creates and changes records, each with a chained audit entry, and sends one message', async () => {
    const [before] = await world.query<{ count: string }>('select count(*) from outbox')
    const first = await run('in.finance', [row(2, 'CH-10'), row(3, 'CH-11', { state: 'disabled' })])
    expect(first.applied).toHaveLength(2)
    const [made] = await stored('CH-10')
    expect(made).toMatchObject({ area_id: 2, scope_id: 200, status: 1, version: 1 })
    expect((await stored('CH-11'))[0]).toMatchObject({ status: 0 })
    const [after] = await world.query<{ count: string }>('select count(*) from outbox')
    expect(Number(after?.count) - Number(before?.count)).toBe(1)

    const second = await run('in.finance', [row(2, 'CH-10', { nameEn: 'Renamed' }), row(3, 'CH-11', { nameZh: null })])
    expect(second.checked).toMatchObject([
      { action: 'update', before: { nameEn: 'Channel CH-10' }, after: { nameEn: 'Renamed' } },
      { action: 'same' },
    ])
    const [changed] = await stored('CH-10')
    expect(changed).toMatchObject({ name_en: 'Renamed', version: 2 })
    const { acts, last } = await chain(changed?.['id'])
    expect(acts).toEqual(['create', 'update'])
    expect(changed?.['audit_hash']).toEqual(last)
  })

  it('an import refuses a row whose record changed since the check', async () => {
    await run('in.finance', [row(2, 'CH-20')])
    const rows = [row(2, 'CH-20', { nameEn: 'Mine' })]
    const [checked] = await check('in.finance', rows)
    await run('in.finance', [row(2, 'CH-20', { nameEn: 'Theirs' })])
    const basis = checked && 'basis' in checked ? checked.basis : null
    const by = await importer('in.finance')
    const applied = await transaction(world.pool, (tx) =>
      channels.apply(tx, by, [{ ...rows[0]!, action: 'update', key: 'CH-20', basis }]),
    )
    expect(applied).toMatchObject([{ row: 2, refusal: { key: 'record.changedSince' } }])
    expect((await stored('CH-20'))[0]).toMatchObject({ name_en: 'Theirs' })
  })

  it('an import says that a key is taken also when another organisation has it', async () => {
    await run('hq.budget', [row(2, 'CH-30', { areaCode: 'ID' })])
    const checked = await check('in.finance', [row(2, 'CH-30')])
    expect(checked).toMatchObject([{ errors: [{ column: 'code', key: 'record.exists' }] }])
  })

  it('an import is undone while nobody changed its records: new ones are removed, changed ones restored', async () => {
    await run('in.finance', [row(2, 'CH-40')])
    const second = await run('in.finance', [row(2, 'CH-40', { nameEn: 'New name' }), row(3, 'CH-41')])
    expect(await undo('in.finance', second.undo)).toMatchObject([
      { row: 2, undo: null },
      { row: 3, undo: null },
    ])
    const [kept] = await stored('CH-40')
    expect(kept).toMatchObject({ name_en: 'Channel CH-40', version: 3 })
    expect((await chain(kept?.['id'])).acts).toEqual(['create', 'update', 'update'])
    expect(await stored('CH-41')).toEqual([])

    const third = await run('in.finance', [row(2, 'CH-40', { nameEn: 'Once more' })])
    await run('in.finance', [row(2, 'CH-40', { nameEn: 'By another' })])
    expect(await undo('in.finance', third.undo)).toMatchObject([{ refusal: { key: 'record.changedSince' } }])
  })

  it('an import of records needs the right to edit', async () => {
    await expect(run('hq.auditor', [row(2, 'CH-50')])).rejects.toMatchObject({ message: 'http.forbidden' })
  })
})

describe('currency rates', () => {
  const rates = recordImport(currencyRate)
  const rate = (more: Partial<Record<string, string>> = {}): ImportRow => ({
    row: 2,
    values: { currencyCode: 'INR', baseCode: 'USD', kind: 'booking', validFrom: '2026-12-01', units: '84.50', ...more },
  })
  const outcome = async (more: Partial<Record<string, string>>) => {
    const by = await importer('hq.finance')
    const [checked] = await transaction(world.pool, (tx) => rates.check(tx, by, [rate(more)]))
    return checked && 'errors' in checked ? checked.errors.map(({ column, key }) => `${column} ${key}`) : checked?.key
  }

  it('a currency rate needs a unique key, a calendar day and a number above zero', async () => {
    expect(await outcome({})).toBe('INR/USD/booking/2026-12-01')
    expect(await outcome({ validFrom: '2026-02-29' })).toEqual(['validFrom record.shape'])
    expect(await outcome({ units: '0.00' })).toEqual(['units record.shape'])
    expect(await outcome({ baseCode: 'INR' })).toEqual(['baseCode organisation.sameCurrency'])
    expect(await outcome({ currencyCode: 'XXX' })).toEqual(['currencyCode record.unknownCode'])
  })

  it('a currency rate cannot be removed once its day has begun anywhere on earth', async () => {
    const by = { ...(await importer('hq.finance')), now: new Date('2026-11-21T11:00:00Z') }
    const values = { currencyCode: 'INR', baseCode: 'USD', kind: 'booking', units: '84.5' }
    const add = (validFrom: string) =>
      transaction(world.pool, (tx) =>
        writeRecord(tx, by, currencyRate, { act: 'create', values: { ...values, validFrom } }),
      )
    const remove = (id: string) =>
      transaction(world.pool, (tx) => writeRecord(tx, by, currencyRate, { act: 'delete', id }))
    const { id: begun } = await add('2026-11-22')
    await expect(remove(begun)).rejects.toMatchObject({ message: 'record.inForce' })
    const { id: toCome } = await add('2026-11-23')
    expect(await remove(toCome)).toMatchObject({ version: null })
  })

  it('budget rates are published by two people for a year and cannot be typed', async () => {
    expect(await outcome({ kind: 'budget' })).toEqual(['kind organisation.budgetRate'])
    const { principal, requestId } = await world.contextOf('hq.it')
    const rates = [
      { currency: 'INR', units: '91.5' },
      { currency: 'USD', units: '1' },
    ]
    const year = { year: 2031, base: 'USD', publishedBy: principal.userId, at: world.now, requestId }
    await transaction(world.pool, (tx) => publishBudgetRates(tx, { ...year, version: 1, rates }))
    const [published] = await world.query<{ id: string; code: string; units: string; version: number }>(
      `select id::text, code, trim_scale(units)::text as units, version from currency_rate where kind = 'budget' and valid_from = '2031-01-01'`,
    )
    expect(published).toMatchObject({ code: 'INR/USD/budget/2031-01-01', units: '91.5', version: 1 })
    // An existing one that stays the same may be in a file.
    expect(await outcome({ kind: 'budget', validFrom: '2031-01-01', units: '91.500' })).toBe(published?.code)
    // Nor is it taken away by one alone, though its year is still to come.
    const by = await importer('hq.finance')
    const removing = transaction(world.pool, (tx) =>
      writeRecord(tx, by, currencyRate, { act: 'delete', id: published?.id ?? '' }),
    )
    await expect(removing).rejects.toMatchObject({ message: 'organisation.budgetRate' })
    // A version that replaces this one before its year is noted in the history.
    const later = rates.map((each) => (each.currency === 'INR' ? { ...each, units: '92.25' } : each))
    await transaction(world.pool, (tx) => publishBudgetRates(tx, { ...year, version: 2, rates: later }))
    expect((await chain(published?.id)).acts).toEqual(['create', 'update'])
    const [row] = await world.query<{ audit_hash: Buffer }>('select * from currency_rate where id = $1', [
      published?.id,
    ])
    expect(row).toMatchObject({ version: 2, units: '92.250000', audit_hash: (await chain(published?.id)).last })
    // One that is published within its year holds from the day that it is at headquarters, where it is tomorrow already.
    const evening = { ...year, at: new Date('2031-03-31T20:00:00Z') }
    await transaction(world.pool, (tx) => publishBudgetRates(tx, { ...evening, version: 3, rates }))
    const days = await world.query<{ day: string }>(
      `select valid_from::text as day from currency_rate where kind = 'budget' and currency_code = 'INR' and valid_from > '2031-01-01'`,
    )
    expect(days).toEqual([{ day: '2031-04-01' }])
  })
})

describe('uniqueness of records', () => {
  it('a refused country names the one that has the organisation already, and the first of two in a file', async () => {
    const by = await importer('hq.it')
    const values = (code: string, organisationCode: string): ImportRow['values'] => ({
      code,
      nameZh: '国家',
      nameEn: 'Country',
      areaCode: 'IN',
      currencyCode: 'INR',
      timezone: 'UTC+05:30',
      organisationCode,
      state: null,
    })
    await world.query(`insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
      values (250, 'IN-BT', 200, '不丹', 'Bhutan', 'country', 'UTC+06:00', 'en', 'INR')`)
    const rows = [values('XA', 'IN-IN'), values('XB', 'IN-BT'), values('XC', 'IN-BT'), values('XD', 'IN')]
    const checked = await transaction(world.pool, (tx) =>
      recordImport(country).check(
        tx,
        by,
        rows.map((each, index) => ({ row: index + 2, values: each })),
      ),
    )
    expect(checked).toMatchObject([
      { errors: [{ column: 'organisationCode', key: 'record.taken', params: { key: 'IN' } }] },
      { action: 'create', key: 'XB' },
      { errors: [{ key: 'record.taken', params: { key: 'XB' } }] },
      { errors: [{ key: 'record.unknownCode' }] },
    ])
  })

  it('one of two records that take the same organisation at the same moment is written', async () => {
    await world.query(`insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
      values (251, 'IN-MV', 200, '马尔代夫', 'Maldives', 'country', 'UTC+05:00', 'en', 'INR')`)
    const by = await importer('hq.it')
    const writeIn = (tx: Tx, code: string) => {
      const values = { code, nameZh: '国家', nameEn: 'Country', areaCode: 'IN', currencyCode: 'INR' }
      const more = { timezone: 'UTC+05:00', organisationCode: 'IN-MV' }
      return writeRecord(tx, by, country, { act: 'create', values: { ...values, ...more } })
    }
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const outcomes = await transaction(world.pool, async (tx) => {
      await writeIn(tx, 'YA')
      const second = Promise.allSettled([transaction(world.pool, (other) => writeIn(other, 'YB'))])
      await vi.waitFor(async () => expect(await world.query(blocked)).toHaveLength(1), { timeout: 20_000 })
      return { second }
    })
    const [refused] = await outcomes.second
    expect(refused).toMatchObject({
      status: 'rejected',
      reason: { refusals: [{ key: 'record.taken', params: { key: 'YA' } }] },
    })
  })

  it('the uses of a record are listed as far as the reader may see them, others only as existing', async () => {
    const { no } = await world.submit('in.channel', [{ amount: '5.00' }])
    const uses = async (account: string) => {
      const { principal } = await world.contextOf(account)
      const reader = { principal, language: 'en' } as const
      const found = await transaction(world.pool, (tx) => readUses(tx, department, reader, 'D01'))
      return found.find(({ name }) => name === 'countryBudget.budgetDeptCode')
    }
    const told = { name: 'countryBudget.budgetDeptCode', label: 'Budget applications' }
    expect(await uses('in.finance')).toEqual({ ...told, count: 1, shown: [no], hasMore: false })
    expect(await uses('id.finance')).toEqual({ ...told, count: 0, shown: [], hasMore: true })
    expect(await uses('hq.budget')).toMatchObject({ shown: [no] })
  })
})
