import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeReversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { claimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { grantedBudget, INDIA } from '#test/helpers/company/fixtures.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory
let scheme: Acted
/** Another possible budget. */
let other = ''

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  other = story.otherBudget
})

beforeEach(async () => {
  scheme = await story.scheme([{ amount: '1000.00' }])
})

afterAll(async () => {
  await server?.close()
})

const sound = async () => expect(await brokenInvariants((text, values) => server.query(text, values))).toEqual([])
const moved = (before: string, after: string) => (Number(after) - Number(before)).toFixed(2)

/** The levels asked about a document. */
const levels = async (id: string) =>
  (
    await server.query<{ key: string }>(
      `select s ->> 'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1 and s ->> 'skip' is null`,
      [id],
    )
  ).map(({ key }) => key)

const withhold = (amount: string) =>
  story.hand(schemeWithhold, 'in.finance', scheme.no, {
    kind: 'regular',
    year: story.budget.year,
    month: story.budget.month,
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount }],
  })

async function withheld(amount: string): Promise<Acted> {
  const { data } = await withhold(amount)
  await story.agree(schemeWithhold, data.formInstanceId)
  return data
}

describe('a reversal', () => {
  const reverse = (withholdNo: string, more: object = {}) =>
    story.hand(schemeReversal, 'in.finance', scheme.no, {
      withholdNo,
      scope: 'part',
      mode: 'reopen',
      postingDate: story.day(28),
      lines: [{ fundingNo: 1, amount: '150.00' }],
      ...more,
    })

  it('a reversal returns the over-accrued amount to the commitment and never more than is open', async () => {
    const original = await withheld('400.00')
    const { data } = await reverse(original.no)
    expect((await reverse(original.no, { lines: [{ fundingNo: 1, amount: '250.01' }] })).error?.key).toBe(
      'scheme.exceedsOpenAccrual',
    )
    expect((await story.agree(schemeReversal, data.formInstanceId)).data.state).toBe('approved')
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '750.00', accrued: '250.00' }])
    await sound()
  })

  it('a full reversal takes the whole accrual once and not after a partial one', async () => {
    const original = await withheld('400.00')
    const { data } = await reverse(original.no, { scope: 'full', lines: [] })
    await story.agree(schemeReversal, data.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '1000.00', accrued: '0.00' }])
    expect((await reverse(original.no, { scope: 'full', lines: [] })).error?.key).toBe('scheme.reversedBefore')
  })

  it('a reversal names an approved withhold of its scheme and fits the state of the scheme', async () => {
    const original = await withheld('100.00')
    expect((await reverse('SW000000-9999')).error?.key).toBe('scheme.withholdUnknown')
    expect((await reverse(original.no, { mode: 'release' })).error?.key).toBe('scheme.releaseOfRunning')
    expect((await reverse(original.no, { lines: [] })).error?.key).toBe('scheme.reversalEmpty')
  })

  it('a reversal locks its amount: a second one is refused, and a withdrawn one releases it', async () => {
    const original = await withheld('400.00')
    const first = await reverse(original.no, { lines: [{ fundingNo: 1, amount: '400.00' }] })
    expect((await reverse(original.no)).error?.key).toBe('scheme.exceedsOpenAccrual')
    await story.withdraw(schemeReversal, 'in.finance', first.data)
    expect((await reverse(original.no)).data.state).toBe('underApproval')
  })
})

const told = async () => (await story.evidence('in.channel')).key
const terminate = async (more: object = {}) =>
  story.hand(schemeTermination, 'in.channel', scheme.no, {
    terminationDate: story.day(20),
    postingDate: story.day(28),
    disposition: 'releaseAll',
    lines: [],
    files: [await told()],
    ...more,
  })

describe('a termination', () => {
  it('a termination is refused while a withhold is in approval and completed afterwards', async () => {
    const before = await story.buckets()
    const running = await withhold('300.00')
    const refused = await terminate()
    expect(refused.error?.key).toBe('scheme.childInApproval')
    expect(refused.msg).toContain(running.data.no)
    await story.agree(schemeWithhold, running.data.formInstanceId)

    const { data } = await terminate()
    expect((await withhold('1.00')).error?.key).toBe('scheme.exceedsWithholdable')
    expect((await story.agree(schemeTermination, data.formInstanceId)).data.state).toBe('approved')
    expect(await story.state(scheme.no)).toBe('terminated')
    const after = await story.buckets()
    expect([moved(before.avl, after.avl), moved(before.cmt, after.cmt), after.acr]).toEqual([
      '1000.00',
      '-1000.00',
      before.acr,
    ])
    expect((await withhold('1.00')).error?.key).toBe('scheme.schemeNotRunning')
    await sound()
  })

  it('a termination keeps earned amounts for claims, up to the accrued amount', async () => {
    await withheld('300.00')
    const keep = (keepAmount: string) => terminate({ disposition: 'keepEarned', lines: [{ fundingNo: 1, keepAmount }] })
    expect((await keep('300.01')).error?.key).toBe('scheme.keepsTooMuch')
    const { data } = await keep('120.00')
    await story.agree(schemeTermination, data.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { committed: '0.00', accrued: '120.00', freeAccrued: '120.00' },
    ])
  })

  it('a rejected termination leaves the scheme as it is: nothing stays locked', async () => {
    const { data } = await terminate()
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '0.00' }])
    await story.decide(schemeTermination, data.formInstanceId, 'reject')
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '1000.00' }])
    expect(await story.state(scheme.no)).toBe('effective')
  })

  it('a termination needs the notice to the customers as an attachment', async () => {
    expect((await terminate({ files: [] })).status).toBe(400)
  })
})

describe('an adjustment of a scheme', () => {
  const adjust = (lines: readonly object[], more: object = {}) =>
    story.hand(schemeAdjust, 'in.channel', scheme.no, { lines, ...more })

  it('an adjustment adds budget money as a further funding line and makes the next version', async () => {
    const before = await story.buckets()
    const { data } = await adjust([{ kind: 'up', fundingNo: 1, amount: '500.00', newBudgetCode: story.budget.code }])
    expect(moved(before.occ, (await story.buckets()).occ)).toBe('500.00')
    await story.agree(schemeAdjust, data.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { fundingNo: 1, committed: '1000.00' },
      { fundingNo: 2, committed: '500.00' },
    ])
    const versions = await server.query<{ version: number }>(
      'select v.version from scheme_version v join scheme s on s.id = v.scheme_id where s.no = $1 order by 1',
      [scheme.no],
    )
    expect(versions.map(({ version }) => version)).toEqual([1, 2])
    await sound()
  })

  it('an adjustment returns unneeded commitment, and nothing that is accrued or locked by others', async () => {
    await withhold('600.00')
    const down = (amount: string) => adjust([{ kind: 'down', fundingNo: 1, amount }])
    expect((await down('400.01')).error?.key).toBe('scheme.exceedsCommitment')
    const { data } = await down('400.00')
    const before = await story.buckets()
    await story.agree(schemeAdjust, data.formInstanceId)
    expect(moved(before.avl, (await story.buckets()).avl)).toBe('400.00')
    await sound()
  })

  it('an adjustment takes the commitment of a funding line once, over all its lines', async () => {
    const lines = ['600.00', '400.01'].map((amount) => ({ kind: 'down', fundingNo: 1, amount }))
    const { error, msg } = await adjust(lines)
    expect(error).toMatchObject({ key: 'scheme.exceedsCommitment', row: 1 })
    expect(msg).toContain('1,000.01')
  })

  it('an adjustment in approval shows the balance of the budget and of the line after it', async () => {
    const facts = async (lines: readonly object[]) => {
      const { data } = await adjust(lines)
      const read = await server.call<{ decisionFacts: { lines: object[] } }>(
        'in.channel',
        '/aps/scheme/adjust/detail',
        {
          formInstanceId: data.formInstanceId,
        },
      )
      await story.decide(schemeAdjust, data.formInstanceId, 'reject')
      return read.data.decisionFacts.lines
    }
    const of = (after: string) => [{ lineNo: 1, available: '1000.00', after }]
    const more = { kind: 'up', fundingNo: 1, amount: '10.00', newBudgetCode: story.budget.code }
    const { avl } = await story.buckets()
    const spent = (Number(avl) - 10).toFixed(2)
    expect(await facts([more])).toEqual([{ lineNo: 1, available: avl, after: spent }])
    expect(await facts([{ kind: 'down', fundingNo: 1, amount: '10.00' }])).toEqual(of('990.00'))
    expect(await facts([{ kind: 'terms', fundingNo: 1, ratePercent: '3' }])).toEqual(of('1000.00'))
  })

  it('an adjustment of terms in approval leaves the calculation of claims unchanged, and claims wait for it', async () => {
    const claims = await claimStory(server, story)
    scheme = await claims.scheme([{ amount: '1000.00' }])
    const terms = () => adjust([{ kind: 'terms', fundingNo: 1, ratePercent: '3' }])
    const first = await claims.claim(scheme, '100.00')
    expect((await terms()).error?.key).toBe('scheme.childInApproval')
    expect((await adjust([], { newEndDate: story.day(27) })).error?.key).toBe('scheme.childInApproval')
    // An increase is possible meanwhile, because claims do not depend on it.
    const more = await adjust([{ kind: 'up', fundingNo: 1, amount: '10.00', newBudgetCode: story.budget.code }])
    expect(more.data?.state).toBe('underApproval')
    await story.agree(schemeAdjust, more.data.formInstanceId)
    await story.decide(schemeExecute, first.data.formInstanceId, 'reject')

    const changed = await terms()
    expect((await claims.claim(scheme, '100.00')).error?.key).toBe('scheme.childInApproval')
    await story.agree(schemeAdjust, changed.data.formInstanceId)
    await claims.paid(scheme, '100.00')
    // The second part belongs to the same line: what the first paid was calculated by its terms.
    expect((await adjust([{ kind: 'terms', fundingNo: 2, ratePercent: '4' }])).error?.key).toBe('scheme.termsOfSettled')
    expect((await adjust([], { newEndDate: story.day(27) })).error?.key).toBe('scheme.endsBeforeClaim')
    await sound()
  })

  it('an adjustment is routed by its new total, so that splitting it avoids no approval level', async () => {
    scheme = await story.scheme([{ amount: await story.inDollars('8000') }])
    // Each step alone is far below the next band; together with the approved amount the second is beyond it.
    const step = await story.inDollars('1500')
    const first = await adjust([{ kind: 'up', fundingNo: 1, amount: step, newBudgetCode: story.budget.code }])
    await story.agree(schemeAdjust, first.data.formInstanceId)
    const second = await adjust([{ kind: 'up', fundingNo: 1, amount: step, newBudgetCode: story.budget.code }])
    expect(await levels(first.data.id)).not.toContain('rcsm')
    expect(await levels(second.data.id)).toContain('rcsm')
  })

  it('an adjustment that starts a scheme before its approval passes all levels', async () => {
    const later = await adjust([], { newStartDate: story.day(2) })
    expect(await levels(later.data.id)).not.toContain('hqFinance')
    await story.agree(schemeAdjust, later.data.formInstanceId)
    const earlier = await adjust([], { newStartDate: `${story.budget.year - 1}-12-01` })
    expect(earlier.error).toBeUndefined()
    expect(await levels(earlier.data.id)).toContain('hqFinance')
  })

  it('an adjustment is refused while another one or a termination is in approval', async () => {
    const days = () => adjust([], { newEndDate: story.day(27) })
    const first = await adjust([{ kind: 'down', fundingNo: 1, amount: '10.00' }])
    expect((await days()).error?.key).toBe('scheme.childInApproval')
    await story.decide(schemeAdjust, first.data.formInstanceId, 'reject')
    const ending = await terminate()
    expect(ending.data?.state).toBe('underApproval')
    expect((await days()).error?.key).toBe('scheme.childInApproval')
  })

  it.each([
    ['scheme.adjustNothing', [], {}],
    ['scheme.amountMissing', [{ kind: 'down', fundingNo: 1 }], {}],
    ['scheme.budgetMissing', [{ kind: 'up', fundingNo: 1, amount: '1.00' }], {}],
    ['scheme.fundingUnknown', [{ kind: 'down', fundingNo: 9, amount: '1.00' }], {}],
    ['scheme.calculationMissing', [{ kind: 'terms', fundingNo: 1 }], {}],
    ['scheme.deadlineTooEarly', [], { newClaimDeadline: '2020-01-01' }],
  ])('an adjustment of a scheme is refused: %s', async (key, lines, more) => {
    expect((await adjust(lines, more)).error?.key).toBe(key)
  })

  it('an adjustment moves a commitment to another budget, and not what is accrued', async () => {
    const swap = () => adjust([{ kind: 'swap', fundingNo: 1, amount: '1000.00', newBudgetCode: other }])
    const { data } = await swap()
    await story.agree(schemeAdjust, data.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { fundingNo: 1, committed: '0.00' },
      { fundingNo: 2, committed: '1000.00' },
    ])
    await sound()
  })

  it('nothing can be accrued on a funding line while an adjustment changes its budget', async () => {
    const swap = () => adjust([{ kind: 'swap', fundingNo: 1, amount: '500.00', newBudgetCode: other }])
    const accrual = await withhold('100.00')
    expect((await swap()).error?.key).toBe('scheme.swapOfKept')
    await story.decide(schemeWithhold, accrual.data.formInstanceId, 'reject')

    const { data } = await swap()
    expect((await withhold('1.00')).error?.key).toBe('scheme.exceedsWithholdable')
    await story.agree(schemeAdjust, data.formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { fundingNo: 1, committed: '500.00', freeCommitted: '500.00' },
      { fundingNo: 2, committed: '500.00', freeCommitted: '500.00' },
    ])
    expect((await withhold('400.00')).data.state).toBe('underApproval')
    await sound()
  })

  it('an adjustment is routed by the amount that another budget will pay and by all open amounts when days change', async () => {
    const asked = async ({ data }: { readonly data: Acted }) =>
      (
        await server.query<{ amount: string }>('select total_amount as amount from scheme_adjust where id = $1', [
          data.id,
        ])
      )[0]?.amount
    const swap = await adjust([{ kind: 'swap', fundingNo: 1, amount: '600.00', newBudgetCode: other }])
    expect(await asked(swap)).toBe('600.00')
    await story.decide(schemeAdjust, swap.data.formInstanceId, 'reject')
    expect(await asked(await adjust([], { newEndDate: story.day(27) }))).toBe('1000.00')
  })

  it('an adjustment takes no budget of another class, whatever the pool', async () => {
    const newBudgetCode = await grantedBudget(story.company, INDIA, 'LK', { productClass: 'iot' })
    const { error } = await adjust([{ kind: 'up', fundingNo: 1, amount: '10.00', newBudgetCode }])
    expect(error?.key).toBe('scheme.budgetClassDiffers')
  })
})
