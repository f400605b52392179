import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory
let scheme: Acted

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
})

beforeEach(async () => {
  scheme = await story.scheme([{ amount: '1000.00' }])
})

afterAll(async () => {
  await server?.close()
})

const withhold = (amount: string, more: object = {}) =>
  story.hand(schemeWithhold, 'in.finance', scheme.no, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount }],
    ...more,
  })

describe('a withhold of a scheme', () => {
  it('a withhold locks its funding line in approval and accrues it at the last approval; what is available stays', async () => {
    const before = await story.buckets()
    const { data } = await withhold('400.00')
    expect(data.state).toBe('underApproval')
    expect(await story.buckets()).toEqual(before)
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '1000.00', freeCommitted: '600.00' }])

    expect((await story.agree(schemeWithhold, data.formInstanceId)).data.state).toBe('approved')
    const after = await story.buckets()
    expect(after.avl).toBe(before.avl)
    expect(Number(after.acr) - Number(before.acr)).toBe(400)
    expect(await story.parts(scheme.no)).toMatchObject([
      { committed: '600.00', freeCommitted: '600.00', accrued: '400.00', freeAccrued: '400.00' },
    ])
    expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
  })

  it('a withhold is refused beyond the withholdable amount, counting what is in approval (B4)', async () => {
    expect((await withhold('700.00')).data.state).toBe('underApproval')
    const { error, msg } = await withhold('300.01', { kind: 'delta' })
    expect(error?.key).toBe('scheme.exceedsWithholdable')
    expect(msg).toContain('Accumulated withholding cannot exceed the withholdable amount')
  })

  it('a withhold is made once a month for each funding line, and a rejected one releases month and amount', async () => {
    const first = await withhold('100.00')
    expect((await withhold('100.00')).error?.key).toBe('scheme.accruedBefore')
    await story.decide(schemeWithhold, first.data.formInstanceId, 'reject')
    expect((await withhold('1000.00')).data.state).toBe('underApproval')
  })

  it('a delta withhold needs the regular withhold of its month', async () => {
    expect((await withhold('100.00', { kind: 'delta' })).error?.key).toBe('scheme.nothingAccrued')
  })

  it('a withhold never accrues after the claim deadline', async () => {
    expect((await withhold('100.00', { postingDate: story.day(121) })).error?.key).toBe('scheme.afterDeadline')
  })

  it('a withhold never accrues into a closed month', async () => {
    await server.query(
      `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
       select organisation_id, id, $2, $3, 'closed', product_now(), 1 from area where id = $1`,
      [story.budget.area, story.budget.year, story.budget.month],
    )
    const { error } = await withhold('100.00')
    await server.query('delete from budget_period where area_id = $1 and year = $2 and month = $3', [
      story.budget.area,
      story.budget.year,
      story.budget.month,
    ])
    expect(error?.key).toBe('budget.periodClosed')
  })

  it('a withhold needs an open month from its submit to its approval, whichever month it is posted in', async () => {
    const { year, month, area } = story.budget
    const [ofYear, of] = month === 12 ? [year + 1, 1] : [year, month + 1]
    const next = { year: ofYear, month: of, postingDate: story.day(62) }
    const books = (state: string) =>
      server.query(
        `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
         select organisation_id, id, $2, $3, $4, product_now(), 1 from area where id = $1
         on conflict on constraint budget_period__pk do update set state = excluded.state`,
        [area, ofYear, of, state],
      )
    const far = { claimDeadline: story.day(300), endDate: story.day(200) }
    const long = await story.scheme([{ amount: '1000.00' }], far)
    const hand = () =>
      story.hand(schemeWithhold, 'in.finance', long.no, {
        kind: 'regular',
        ...next,
        postingDate: story.day(62),
        lines: [{ fundingNo: 1, amount: '100.00' }],
      })
    const { data } = await hand()
    expect(data.state).toBe('underApproval')
    await books('closed')
    await expect(story.agree(schemeWithhold, data.formInstanceId)).rejects.toThrow(/books of/)
    await story.decide(schemeWithhold, data.formInstanceId, 'reject')
    expect((await hand()).error?.key).toBe('budget.periodClosed')
    await books('closing')
    expect((await hand()).error?.key).toBe('budget.periodClosed')
    await books('open')
    expect((await hand()).data.state).toBe('underApproval')
  })

  it('a withhold is refused for a month before the scheme', async () => {
    const { year, month } = story.budget
    const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
    expect((await withhold('100.00', before)).error?.key).toBe('scheme.withholdNotBegun')
  })

  it('a delta withhold is refused while the regular one of the month is in approval', async () => {
    const first = await withhold('100.00')
    expect((await withhold('10.00', { kind: 'delta' })).error?.key).toBe('scheme.withholdInApproval')
    await story.agree(schemeWithhold, first.data.formInstanceId)
    expect((await withhold('10.00', { kind: 'delta' })).data.state).toBe('underApproval')
  })

  it('the owner of a scheme is notified of its withholds, and a withhold that names another owner is refused', async () => {
    expect((await withhold('1.00', { ownerAccount: 'id.channel' })).error?.key).toBe('scheme.ownerDiffers')
    expect((await withhold('1.00', { ownerAccount: null })).error?.key).toBe('scheme.ownerDiffers')
    const { data } = await withhold('1.00')
    await story.agree(schemeWithhold, data.formInstanceId)
    const copied = await server.query<{ account: string }>(
      `select u.account from approval_copy c join app_user u on u.id = c.user_id where c.document_id = $1`,
      [data.id],
    )
    expect(copied.map(({ account }) => account)).toEqual(['in.channel'])
  })

  it('a withhold names each funding line of the scheme once', async () => {
    const twice = await withhold('1.00', {
      lines: [
        { fundingNo: 1, amount: '1.00' },
        { fundingNo: 1, amount: '1.00' },
      ],
    })
    expect(twice.error?.key).toBe('scheme.fundingTwice')
    const none = await withhold('1.00', { lines: [{ fundingNo: 7, amount: '1.00' }] })
    expect(none.error?.key).toBe('scheme.fundingUnknown')
  })

  it('a withhold is refused to a drafter who does not see the scheme', async () => {
    const { status } = await server.call('id.finance', '/aps/scheme/withhold/submit', {
      schemeNo: scheme.no,
      idcCode: 'IN',
      areaId: story.budget.area,
      currency: story.budget.currency,
      reason: 'x',
      kind: 'regular',
      year: story.budget.year,
      month: story.budget.month,
      postingDate: story.day(28),
      lines: [{ fundingNo: 1, amount: '1.00' }],
    })
    expect(status).toBe(404)
  })
})
