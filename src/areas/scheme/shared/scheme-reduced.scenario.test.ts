import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { OTHER_MODEL } from '#test/helpers/company/fixtures.ts'
import { type Acted, openTask } from '#test/helpers/company/actor.ts'
import { DOCUMENTS, schemeStory, type SchemeStory, taxAtFifteen } from '#test/helpers/scheme/scheme-story.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Approvers agree to less than is asked for (decision 070).

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let scheme: Acted

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

beforeEach(async () => {
  scheme = await claims.scheme([{ amount: '1000.00' }])
})

afterAll(async () => {
  await server?.close()
})

const less = (lines: readonly (readonly [number, string])[], reason = 'The photo shows half of it') => ({
  less: { reason, lines: lines.map(([line, amount]) => ({ line, amount })) },
})

type Route = 'application' | 'execute'

interface Detail {
  readonly document: Readonly<Record<string, unknown>> & {
    readonly lines: readonly Readonly<Record<string, unknown>>[]
  }
  readonly contentHash: string
  readonly approval: {
    readonly mayReduce?: boolean
    readonly myTask: { readonly taskId: string } | null
    readonly steps: readonly {
      readonly acts: readonly { readonly opinion: string | null; readonly reduced?: object }[]
    }[]
  }
}

const detail = async (route: Route, formInstanceId: string, account = 'in.channel') =>
  (await server.call<Detail>(account, `/aps/scheme/${route}/detail`, { formInstanceId })).data

/** Submitted and decided up to the approver who may reduce. */
async function asked(route: Route, acted: { readonly data: Acted; readonly msg?: string }) {
  if (!acted.data) throw new Error(acted.msg)
  const { formInstanceId } = acted.data
  return { formInstanceId, account: await story.toReduce(DOCUMENTS[route], formInstanceId) }
}

const numbers = async (no: string) => (await story.parts(no))[0]!

describe('a partially approved claim', () => {
  it('a partially approved claim keeps its lock until the last approval, then pays the approved amount and releases the rest', async () => {
    await claims.accrue(scheme, '400.00')
    const [before, rebate] = [await story.buckets(), await claims.rebate()]
    const { formInstanceId, account } = await asked('execute', await claims.claim(scheme, '600.00'))
    expect((await detail('execute', formInstanceId, account)).approval.mayReduce).toBe(true)
    const answer = await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '250.5']]))
    expect(answer.data?.state ?? answer.msg).toBe('underApproval')
    expect(await story.buckets()).toEqual(before)
    expect(await numbers(scheme.no)).toMatchObject({ freeAccrued: '0.00', freeCommitted: '400.00' })
    const shown = await detail('execute', formInstanceId)
    expect(shown.document).toMatchObject({ totalAmount: '600.00', approvedTotal: '250.50' })
    expect(shown.document.lines).toMatchObject([{ amount: '600.00', approvedAmount: '250.50' }])
    const said = shown.approval.steps.flatMap(({ acts }) => acts).find(({ reduced }) => reduced)
    expect(said?.opinion).toBe(
      'Read and weighed\nApproved 250.50 of 600.00 INR (line 1: 600.00 → 250.50). Reason: The photo shows half of it'.replace(
        'INR',
        story.budget.currency,
      ),
    )

    await story.agree(schemeExecute, formInstanceId)
    const after = await story.buckets()
    expect([Number(before.acr) - Number(after.acr), after.cmt]).toEqual([250.5, before.cmt])
    expect(Number(after.exe) - Number(before.exe)).toBe(250.5)
    expect((await claims.rebate()) - rebate).toBe(250.5)
    expect(await numbers(scheme.no)).toMatchObject({ freeAccrued: '149.50', freeCommitted: '600.00' })
    const settled = await server.query('select amount::text as amount from scheme_settlement where document_id = $1', [
      formInstanceId.split('-')[0],
    ])
    expect(settled).toEqual([{ amount: '250.50' }])
    const kinds = await server.query<{ kind: string }>(
      `select distinct n ->> 'kind' as kind from outbox o, jsonb_array_elements(o.payload -> 'notices') n
       where o.payload ->> 'documentId' = $1 and n ->> 'kind' in ('reduced', 'approved', 'partiallyApproved') order by 1`,
      [formInstanceId.split('-')[0]],
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['partiallyApproved', 'reduced'])
    expect(await claims.broken()).toEqual([])
  })

  it('a partially approved final claim releases all that is not paid', async () => {
    await claims.accrue(scheme, '400.00')
    const before = await story.buckets()
    const { formInstanceId } = await asked('execute', await claims.claim(scheme, '600.00', { finalClaim: 'yes' }))
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '500.00']]))
    await story.agree(schemeExecute, formInstanceId)
    const after = await story.buckets()
    expect([Number(after.exe) - Number(before.exe), Number(after.avl) - Number(before.avl)]).toEqual([500, 500])
    expect(await story.state(scheme.no)).toBe('fullExecution')
    expect(await claims.broken()).toEqual([])
  })

  it('a partial approval is refused without a reduction, a reason or the right', async () => {
    const { data } = await claims.claim(scheme, '600.00')
    const first = await story.decide(schemeExecute, data.formInstanceId, 'approve', less([[1, '10.00']]))
    expect(first.error?.key).toBe('approval.reduceForbidden')
    await story.toReduce(schemeExecute, data.formInstanceId)
    const refused = async (input: object) =>
      (await story.decide(schemeExecute, data.formInstanceId, 'approve', input)).error?.key
    expect(await refused(less([[1, '600.00']]))).toBe('approval.reduceBeyond')
    expect(await refused(less([[1, '600.01']]))).toBe('approval.reduceBeyond')
    expect(await refused(less([[2, '1.00']]))).toBe('approval.reduceLine')
    expect(await refused(less([[1, '1.001']]))).toBe('document.tooManyDecimals')
    expect(await refused(less([[1, '-1.00']]))).toBe('document.notAmount')
    expect(await refused(less([[1, '0']]))).toBe('approval.reduceAll')
    expect(await refused(less([]))).toBe('approval.reduceNothing')
    expect(await refused(less([[1, '1.00']], ' '))).toBe('approval.reduceReason')
    expect((await detail('execute', data.formInstanceId)).document['approvedTotal']).toBeNull()
  })

  it('a later approver may reduce a partially approved claim further, and outdated amounts are refused', async () => {
    const { formInstanceId, account } = await asked('execute', await claims.claim(scheme, '600.00'))
    const seen = (await detail('execute', formInstanceId, account)).contentHash
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '500.00']]))
    const stale = await story.decide(schemeExecute, formInstanceId, 'approve', { contentHash: seen })
    expect([stale.status, stale.error?.key]).toEqual([409, 'approval.contentChanged'])
    expect((stale.error as { data?: object }).data).toMatchObject({
      changes: [{ row: 1, before: '600.00', after: '500.00' }],
    })
    const next = await story.toReduce(schemeExecute, formInstanceId)
    expect(next).not.toBe(account)
    const beyond = await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '550.00']]))
    expect(beyond.error?.key).toBe('approval.reduceBeyond')
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '450.00']], 'Half of the rest'))
    if ((await detail('execute', formInstanceId)).document['state'] === 'underApproval')
      await story.agree(schemeExecute, formInstanceId)
    expect((await detail('execute', formInstanceId)).document).toMatchObject({
      state: 'approved',
      approvedTotal: '450.00',
    })
    expect(await numbers(scheme.no)).toMatchObject({ executed: '450.00', freeCommitted: '550.00' })
  })

  it('several partial approvals of one task run at once, and exactly one succeeds', async () => {
    const { formInstanceId } = await asked('execute', await claims.claim(scheme, '600.00'))
    const raced = await Promise.all(
      ['100.00', '200.00', '300.00', '400.00'].map((amount) =>
        story.decide(schemeExecute, formInstanceId, 'approve', less([[1, amount]])),
      ),
    )
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
    const won = raced.findIndex(({ status }) => status === 200)
    expect((await detail('execute', formInstanceId)).document['approvedTotal']).toBe(`${won + 1}00.00`)
  })

  it.each(['reject', 'return', 'withdraw'] as const)(
    'a partially approved claim has its full amount again after %s',
    async (verb) => {
      const { formInstanceId } = await asked('execute', await claims.claim(scheme, '600.00'))
      await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '500.00']]))
      const [row] = await server.query<Acted>(
        `select id::text as id, no, version, state from scheme_execute where id = $1`,
        [formInstanceId.split('-')[0]],
      )
      const acted = { ...row!, formInstanceId }
      const ended =
        verb === 'withdraw'
          ? await story.withdraw(schemeExecute, 'in.channel', acted)
          : await story.decide(schemeExecute, formInstanceId, verb, verb === 'return' ? { toStep: null } : {})
      expect(ended.status).toBe(200)
      expect(await numbers(scheme.no)).toMatchObject({ freeCommitted: '1000.00' })
      const [now] = await server.query(
        `select d.approved_total as total, bool_and(l.approved_amount is null) as free, i.summary ->> 'amount' as shown from scheme_execute d
       join scheme_execute_line l on l.document_id = d.id join approval_instance i on i.document_id = d.id where d.id = $1 group by 1, 3`,
        [acted.id],
      )
      expect(now).toEqual({ total: null, free: true, shown: '600.00' })
    },
  )

  it('sending a partially approved claim back restores the original amounts', async () => {
    const { formInstanceId } = await asked('execute', await claims.claim(scheme, '600.00'))
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '500.00']]))
    const [step] = await server.query<{ key: string }>(
      `select s ->> 'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1 and s ->> 'status' = 'done'`,
      [formInstanceId.split('-')[0]],
    )
    const back = await story.decide(schemeExecute, formInstanceId, 'return', { toStep: step!.key })
    expect(back.data?.state ?? back.msg).toBe('underApproval')
    expect((await detail('execute', formInstanceId)).document).toMatchObject({ approvedTotal: null })
    await story.agree(schemeExecute, formInstanceId)
    expect(await numbers(scheme.no)).toMatchObject({ executed: '600.00' })
  })

  it('a claim line approved at zero returns its amount and period to the customer', async () => {
    scheme = await claims.scheme([{ amount: '500.00' }, { amount: '500.00', skuCode: null, spuCode: OTHER_MODEL.spu }])
    const lines = [1, 2].map((fundingNo) => ({ fundingNo, amount: '300.00', remark: 'As reported' }))
    const { formInstanceId } = await asked('execute', await claims.claim(scheme, '1.00', { lines }))
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[2, '0.00']]))
    await story.agree(schemeExecute, formInstanceId)
    expect(await story.parts(scheme.no)).toMatchObject([
      { executed: '300.00' },
      { executed: '0.00', freeCommitted: '500.00' },
    ])
    const claim = (fundingNo: number) =>
      claims.claim(scheme, '1.00', { lines: [{ fundingNo, amount: '10.00', remark: 'As reported' }] })
    expect((await claim(1)).error?.key).toBe('scheme.settledBefore')
    expect((await claim(2)).data?.state).toBe('underApproval')
    expect(await claims.broken()).toEqual([])
  })

  it('a partial approval pays named devices completely or not at all', async () => {
    const imeis = [await claims.soldIn(71), await claims.soldIn(72)]
    const line = { ratePercent: null, unitAmount: '20.00', plannedQuantity: 25 }
    scheme = await claims.scheme([{ amount: '500.00', ...line }], { rebateType: 'detail' })
    const lines = [
      { fundingNo: 1, amount: '40.00', imeis: imeis.join(' ') },
      { fundingNo: 1, amount: '20.00', imeis: await claims.soldIn(73), skuCode: story.sku },
    ]
    const claim = await claims.claim(scheme, '1', { payoutType: 'detail', lines })
    const { formInstanceId } = await asked('execute', claim)
    const part = await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '20.00']]))
    expect(part.error?.key).toBe('scheme.reduceNamedUnits')
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '0.00']]))
    await story.agree(schemeExecute, formInstanceId)
    const states = await server.query<{ state: string; line: number }>(
      'select state, line_no as line from device_claim where document_id = $1 order by id',
      [formInstanceId.split('-')[0]],
    )
    expect(states.map(({ line: of, state }) => `${of} ${state}`)).toEqual(['1 released', '1 released', '2 paid'])
    expect(await claims.broken()).toEqual([])
  })

  it('a batch decision keeps the approved amounts of a partially approved claim', async () => {
    const { formInstanceId } = await asked('execute', await claims.claim(scheme, '600.00'))
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '500.00']]))
    for (let step = 0; step < 8; step += 1) {
      const task = await openTask(story.company.query, formInstanceId)
      if (!task) break
      const item = { taskId: task.taskId, formInstanceId, contentHash: task.contentHash }
      const looked = await server.call<{ totals: object[] }>(task.account, '/aps/bpm/task/dryRun', {
        decision: 'approve',
        items: [item],
      })
      expect(looked.data.totals).toMatchObject([{ amount: '500.00' }])
      const done = await server.call<{ isDone: boolean }[]>(task.account, '/aps/bpm/task/batch', {
        decision: 'approve',
        items: [{ ...item, opinion: 'All of these' }],
      })
      expect(done.data).toMatchObject([{ isDone: true }])
    }
    expect(await numbers(scheme.no)).toMatchObject({ executed: '500.00', freeCommitted: '500.00' })
    expect(await claims.broken()).toEqual([])
  })

  it('the payment of a partially approved claim has the approved amount with proportional tax', async () => {
    await taxAtFifteen(server)
    scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
    const tax = { taxMode: 'excluded', payoutType: 'payment' }
    const { formInstanceId } = await asked(
      'execute',
      await claims.claim(scheme, '600.00', tax, { gstAmount: '90.00', tdsAmount: '12.00' }),
    )
    await story.decide(schemeExecute, formInstanceId, 'approve', less([[1, '300.00']]))
    await story.agree(schemeExecute, formInstanceId)
    const { data } = await server.call<{ payment: object }>('in.channel', '/aps/scheme/settlement/list', {
      no: (await detail('execute', formInstanceId)).document['no'],
    })
    expect(data.payment).toMatchObject({ amount: '339.00' })
    expect(await claims.broken()).toEqual([])
  })
})

describe('a partially approved application', () => {
  it('a partially approved application commits the approved amount and releases the rest in the same journal', async () => {
    const before = await story.buckets()
    const { formInstanceId } = await asked(
      'application',
      await story.apply([{ amount: '700.00' }, { amount: '300.00', spuCode: OTHER_MODEL.spu, skuCode: null }]),
    )
    const answer = await story.decide(schemeApplication, formInstanceId, 'approve', less([[1, '450.00']]))
    expect(answer.data?.state ?? answer.msg).toBe('underApproval')
    expect(Number((await story.buckets()).occ) - Number(before.occ)).toBe(1000)
    await story.agree(schemeApplication, formInstanceId)
    const after = await story.buckets()
    expect([Number(before.avl) - Number(after.avl), Number(after.cmt) - Number(before.cmt), after.occ]).toEqual([
      750,
      750,
      before.occ,
    ])
    const { document } = await detail('application', formInstanceId)
    expect(document).toMatchObject({ totalAmount: '1000.00', approvedTotal: '750.00' })
    expect(document.lines).toMatchObject([{ approvedAmount: '450.00' }, { approvedAmount: '300.00' }])
    const no = document['no'] as string
    expect(await story.parts(no)).toMatchObject([{ freeCommitted: '450.00' }, { freeCommitted: '300.00' }])
    const { data } = await server.call<{ parts: readonly object[] }>('in.channel', '/aps/scheme/detail', {
      schemeNo: no,
    })
    expect(data.parts).toMatchObject([{ approved: '450.00' }, { approved: '300.00' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a partially approved application reserves its full amount when it is submitted again after a rejection', async () => {
    const before = await story.buckets()
    const { formInstanceId } = await asked('application', await story.apply([{ amount: '700.00' }]))
    await story.decide(schemeApplication, formInstanceId, 'approve', less([[1, '1.00']]))
    await story.decide(schemeApplication, formInstanceId, 'reject')
    expect(await story.buckets()).toEqual(before)
    const { document } = await detail('application', formInstanceId)
    const again = await server.call<Acted>('in.channel', '/aps/scheme/application/submit', {
      ...story.content([{ amount: '700.00' }]),
      id: document['id'],
      version: document['version'],
    })
    expect(again.data?.state ?? again.msg).toBe('underApproval')
    const steps = await server.query<{ kept: boolean }>(
      `select s ->> 'skip' = 'kept' as kept from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1 and i.round = 2 and s ->> 'skip' = 'kept'`,
      [document['id'] as string],
    )
    expect(steps).toEqual([])
    await story.agree(schemeApplication, again.data.formInstanceId)
    expect(Number((await story.buckets()).cmt) - Number(before.cmt)).toBe(700)
    expect(await claims.broken()).toEqual([])
  })
})
