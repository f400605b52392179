import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { type CutStory, cutStory } from '#test/helpers/scheme/cut-story.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { PROPOSAL_API } from './proposal-wire.ts'

// Who is told that the cut of an application was taken back, and what moving prices to another classification does to proposals.

let its: CutStory
beforeAll(async () => {
  its = await cutStory()
})
afterAll(() => its?.close())

it('the drafter of an application and those who have a task of it are told once that its price cut was taken back', async () => {
  const from = dayAfter(its.stock.referenceDate, 1)
  await its.stock.unit({ paid: '1000.00' })
  await its.fed('1000.00', dayAfter(from, -40))
  const cut = await its.fed('930.00', from)
  await its.follow()
  await its.count()
  const { data, msg } = await its.server.call<{ id: string }>('in.channel', `${PROPOSAL_API}/apply`, {
    id: (await its.proposalOf(cut.no))!.id,
  })
  expect(data?.id, msg).toBeDefined()
  // The application that it became is in approval.
  const [running] = await its.server.query<{ id: string; no: string; people: string[] }>(
    `select d.id::text, d.no, array(select u.account from app_user u where u.id = d.drafter_id
       union select u.account from approval_task t join app_user u on u.id = t.user_id where t.document_id = d.id and t.state = 'open' order by 1) as people
     from scheme_application d where d.state = 'underApproval' order by d.id desc`,
  )
  expect(running!.people.length).toBeGreaterThan(1)
  await its.server.query(
    'update price_protection_proposal set application_id = $2, application_no = $3 where source_no = $1',
    [cut.no, running!.id, running!.no],
  )
  await its.undo(cut)
  await its.follow()
  for (const account of running!.people) {
    const news = (await its.told(account)).filter(([no]) => no === running!.no)
    expect(news).toEqual([[running!.no, expect.stringContaining(cut.no), expect.stringContaining(`${running!.id}-1`)]])
  }
  await its.follow()
  expect((await its.told(running!.people[0]!)).filter(([no]) => no === running!.no)).toHaveLength(1)
})

it('a price that is lower in the classification it is moved to is proposed for protection, and taking the move back takes the proposal back', async () => {
  await its.server.query(
    `insert into price_classification (code, name_en, name_zh, area_id, scope_id)
     select 'PC-IN-05', 'PC-IN-05', 'PC-IN-05', a.id, a.organisation_id from area a where a.id = $1 on conflict do nothing`,
    [INDIA.areaId],
  )
  const one = its.skus.slice(5, 6)
  await its.priced(1.6, one, 1, 14, 'PC-IN-05')
  const lower = await its.priced(1.4, one, 1)
  const away = await its.moved(lower.no, 'PC-IN-05', testDay(15))
  expect(await its.proposalsOf(away.no)).toMatchObject([
    { state: 'open', cuts: 1, referenceDay: testDay(14), changedNo: null },
  ])
  const back = await its.moved(lower.no, 'PC-IN-04', testDay(15))
  expect(await its.proposalsOf(away.no)).toMatchObject([
    { state: 'takenBack', cuts: 0, cutsTaken: 1, changedNo: back.no, changedAct: 'move' },
  ])
  expect(await its.proposalsOf(back.no)).toEqual([])
})

it('a cut that is moved away is taken back for the customers it was for, and proposed again when it comes back', async () => {
  const one = its.skus.slice(6, 7)
  await its.priced(1.4, one, 1)
  const cut = await its.priced(1.3, one, 9)
  expect(await its.proposalsOf(cut.no)).toMatchObject([{ state: 'open', cuts: 1 }])
  const away = await its.moved(cut.no, 'PC-IN-05')
  expect(await its.proposalsOf(cut.no)).toMatchObject([{ state: 'takenBack', changedNo: away.no, changedAct: 'move' }])
  expect(await its.proposalsOf(away.no)).toEqual([])
  const back = await its.moved(cut.no, 'PC-IN-04')
  expect(await its.proposalsOf(back.no)).toMatchObject([{ state: 'open', cuts: 1, referenceDay: testDay(8) }])
})
