import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { OTHER_CUSTOMER } from '#test/helpers/company/fixtures.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

interface Page {
  readonly records: readonly { readonly documentType: string; readonly no: string; readonly amount: string }[]
  readonly next: string | null
  readonly recordTotal: number | null
}

interface Detail {
  readonly document: { readonly lines: readonly { readonly customerCode: string }[] }
  readonly decisionFacts: {
    readonly budgets: readonly object[]
    readonly remarks: readonly string[]
    readonly others: readonly (Readonly<Record<string, string>> & { readonly count: number; readonly amount: string })[]
  }
}

interface Listed {
  readonly records: readonly { readonly schemeNo: string; readonly approved: string }[]
}

let databaseUrl: string
let server: DemoServer
let story: SchemeStory
let claims: ClaimStory

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

afterAll(async () => {
  await server?.close()
})

async function pages(account: string, what: 'documents' | 'postings', schemeNo: string, limit = 2): Promise<Page[]> {
  const read: Page[] = []
  let before: string | null = null
  while (read.length < 20) {
    const body: object = { schemeNo, limit, ...(before === null ? {} : { before }) }
    const answer = await server.call<Page>(account, `/aps/scheme/${what}`, body)
    read.push(answer.data)
    before = answer.data.next
    if (before === null) break
  }
  return read
}

describe('the figures to decide on a policy application', () => {
  it('other schemes are counted for three customers, and the decider is told how many are left out', async () => {
    const customers = await server.query<{ code: string }>(
      `select code from customer where state = 'enabled' and country_code = 'BD' order by code limit 4`,
    )
    const lines = customers.map(({ code }) => ({ amount: '10.00', customerCode: code }))
    const facts = async (account: string, asked: typeof lines) => {
      const { data, msg } = await story.apply(asked, { name: `For ${asked.length} customers, seen by ${account}` })
      if (!data) throw new Error(msg)
      const { formInstanceId } = data
      await server.query(
        `insert into approval_task (document_id, round, document_type, step, user_id, state, summary, created_at)
         select $1, 1, 'schemeApplication', 0, id, 'cancelled', '{}', product_now() from app_user where account = 'id.manager'`,
        [data.id],
      )
      const page = await server.call<Detail>(account, '/aps/scheme/application/detail', { formInstanceId })
      const { others, remarks } = page.data.decisionFacts
      return [others.map(({ customerCode }) => customerCode), remarks]
    }
    const codes = customers.map(({ code }) => code)
    expect(await facts('in.manager', lines.slice(1))).toEqual([codes.slice(1), []])
    expect(await facts('in.manager', lines)).toEqual([codes.slice(0, 3), [expect.stringContaining('3 of 4 customers')]])
    // They take part from another region, whose schemes are all that they see.
    const unseen = 'Other schemes of these customers are not counted: you do not see all of them'
    expect(await facts('id.manager', lines.slice(0, 1))).toEqual([[], [unseen]])
  })

  it('an application under approval tells what its budgets have left and what its customers get by other schemes', async () => {
    const first = await claims.scheme([{ amount: '1000.00' }])
    const [line] = (await server.call<Detail>('in.channel', '/aps/scheme/application/detail', { no: first.no })).data
      .document.lines
    const before = await story.buckets()
    const { data } = await story.apply([{ amount: '70.00' }])
    const { decisionFacts: facts } = (
      await server.call<Detail>('in.channel', '/aps/scheme/application/detail', { formInstanceId: data.formInstanceId })
    ).data
    expect(facts.budgets).toEqual([
      {
        code: story.budget.code,
        currency: story.budget.currency,
        available: before.avl,
        after: (Number(before.avl) - 70).toFixed(2),
      },
    ])
    const [others] = facts.others
    const [customer] = await server.query<{ name_en: string }>(`select name_en from customer where code = $1`, [
      line!.customerCode,
    ])
    expect(others).toMatchObject({ customerCode: line!.customerCode, customerName: customer!.name_en })
    // The figure is the sum of the list that it leads to.
    const { count, amount, customerName, ...filters } = others!
    expect(customerName).not.toBe(filters.customerCode)
    const { data: listed } = await server.call<Listed>('in.channel', '/aps/scheme/queryByPage', {
      ...filters,
      limit: 500,
    })
    expect(listed.records.map(({ schemeNo }) => schemeNo)).toContain(first.no)
    expect(listed.records).toHaveLength(count)
    expect(listed.records.reduce((sum, each) => sum + Number(each.approved), 0).toFixed(2)).toBe(amount)
    for (const runningTo of ['2026-02-30', '0000-01-01', "' or 1=1", '2026-01-01T00:00:00Z'])
      expect((await server.call('in.channel', '/aps/scheme/count', { runningTo })).error?.key).toBe('http.invalidField')
    // No scheme of other days is among them.
    const later = { ...filters, runningFrom: '2199-01-01', runningTo: '2199-02-01' }
    expect((await server.call<Listed>('in.channel', '/aps/scheme/queryByPage', later)).data.records).toEqual([])
  })
})

describe('the page of a scheme', () => {
  it('the page of a scheme lists documents and postings by key, each once, newest first', async () => {
    const scheme = await claims.scheme([{ amount: '1000.00' }, { amount: '500.00' }])
    await claims.accrue(scheme, '100.00')
    const claimed = await claims.claim(scheme, '200.00')
    const other = await claims.claim(scheme, '50.00', { lines: [{ fundingNo: 2, amount: '50.00', remark: 'x' }] })
    await story.agree(schemeExecute, other.data.formInstanceId)
    const read = await pages('in.channel', 'documents', scheme.no)
    expect(read.map(({ recordTotal }) => recordTotal)).toEqual([3, null])
    const all = read.flatMap(({ records }) => records)
    expect(all.map(({ no }) => no).slice(0, 2)).toEqual([other.data.no, claimed.data.no])
    expect(all.map(({ documentType }) => documentType)).toEqual(['schemeExecute', 'schemeExecute', 'schemeWithhold'])

    const moved = await pages('in.channel', 'postings', scheme.no)
    const [first] = moved
    expect(first?.recordTotal).toBe(moved.flatMap(({ records }) => records).length)
    const whole = await pages('in.channel', 'postings', scheme.no, 100)
    expect(moved.flatMap(({ records }) => records)).toEqual(whole.flatMap(({ records }) => records))
    expect(whole).toHaveLength(1)
  })

  it('the page of a scheme lists carry-overs with the amounts of this scheme', async () => {
    const scheme = await claims.scheme([{ amount: '300.00' }])
    const other = await claims.scheme([{ amount: '70.00' }])
    const [person] = await server.query<{ id: number }>(`select id from app_user where account = 'in.finance'`)
    const { year } = story.budget
    await server.query(
      `with made as (insert into scheme_annual_carryover (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at,
           idc_code, area_id, kind, from_year, to_year, currency, total_amount)
         select nextval('document_id'), 'SY99990001', 'underApproval', 2, 2, scope_id, $2, $2, product_now(), product_now(), idc_code, area_id, 'carry', $3, $3 + 1,
           currency, 370 from scheme where no = $1 returning id)
       insert into scheme_annual_carryover_line (document_id, round, line_no, part, scheme_no, funding_no, option, amount)
       select id, l.round, l.line, l.part, l.no, 1, 'C1', l.amount from made,
         (values (1, 1, 'a', $4, 999), (2, 1, 'b', $1, 300), (2, 2, 'c', $5, 70)) l (round, line, part, no, amount)`,
      [scheme.no, person!.id, year, scheme.no, other.no],
    )
    const of = async (account: string, no: string) =>
      (await pages(account, 'documents', no))
        .flatMap(({ records }) => records)
        .map(({ no: its, amount }) => [its, amount])
    expect(await of('in.finance', scheme.no)).toEqual([['SY99990001', '300.00']])
    expect(await of('in.finance', other.no)).toEqual([['SY99990001', '70.00']])
    // A line of an earlier round is no longer requested.
    await server.query(`update scheme_annual_carryover_line set scheme_no = $1 where part = 'b'`, [other.no])
    expect(await of('in.finance', scheme.no)).toEqual([])
  })

  it('the page of a scheme shows a person limited to a customer only documents of that customer', async () => {
    const scheme = await claims.scheme([{ amount: '300.00' }])
    await claims.accrue(scheme, '20.00')
    const mine = async () => (await pages('in.rcsm', 'documents', scheme.no)).flatMap(({ records }) => records)
    expect(await mine()).toHaveLength(1)
    const limit = (code: string) =>
      server.query(
        `insert into user_customer (user_id, customer_code) select id, $1 from app_user where account = 'in.rcsm'`,
        [code],
      )
    await limit(story.customer)
    expect(await mine()).toHaveLength(1)
    await server.query(
      `update scheme_withhold_line l set customer_code = $2
       from scheme_withhold d where d.id = l.document_id and d.scheme_no = $1`,
      [scheme.no, OTHER_CUSTOMER],
    )
    expect(await mine()).toEqual([])
  })
})

it('the sum of schemes is cached until a document changes', async () => {
  const scheme = await story.scheme([{ amount: '700.00' }])
  // Other tests of this file keep figures too.
  await server.query('delete from list_figure')
  const kept = () => server.query<object>('select key, took_ms, at from list_figure')
  const sum = async () => {
    const asked = { schemeNo: scheme.no }
    return (await server.call<readonly { accrued: string }[]>('in.channel', '/aps/scheme/sum', asked)).data
  }
  expect(await sum()).toMatchObject([{ accrued: '0.00' }])
  const first = await kept()
  expect(await sum()).toMatchObject([{ accrued: '0.00' }])
  expect(await kept()).toEqual(first)
  expect(first).toHaveLength(1)
  // Slow figures of a busy machine may be a minute old.
  await server.query('update list_figure set took_ms = 1')
  await claims.accrue(scheme, '300.00')
  const pool = createPool({ databaseUrl, max: 2, name: 'marks' })
  while (await relayOnce(pool));
  await pool.end()
  expect(await sum()).toMatchObject([{ accrued: '300.00' }])
})
