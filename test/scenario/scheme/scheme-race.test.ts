import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { stockStory, type StockStory } from '#test/helpers/scheme/stock-story.ts'
import { type Answer, demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import {
  schemeDocuments,
  type SchemeDocuments,
  schemeStory,
  type SchemeStory,
} from '#test/helpers/scheme/scheme-story.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'

// Fifty clients at once on one line of a scheme (the race): the first gets it, the others are told why in their language.

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let stock: StockStory
let its: SchemeDocuments

beforeAll(async () => {
  const url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  stock = await stockStory(server, story)
  its = schemeDocuments(server, story, url)
})

afterAll(async () => {
  await server?.close()
})

const LANGUAGES = ['en', 'zh'] as const
/** A sentence of each language, by the refusal that it says. */
const SAYS: Readonly<Record<string, Readonly<Record<'en' | 'zh', RegExp>>>> = {
  'scheme.childInApproval': { en: /is in approval/, zh: /审批中/ },
  // A claim was agreed to meanwhile, after the day on which the scheme was to end.
  'scheme.endsBeforeClaim': { en: /cannot end before/, zh: /不能早于/ },
  'scheme.exceedsClaimable': { en: /beyond what may be paid out/, zh: /超出可兑付/ },
  'scheme.settledBefore': { en: /is settled or claimed already/, zh: /已.*(结算|申报)/ },
  'scheme.schemeNotRunning': { en: /cannot be done any more/, zh: /不能再办理/ },
  'scheme.beyondFrozen': { en: /left of the frozen stock/, zh: /冻结库存/ },
}

interface Outcome {
  readonly kind: 'execute' | 'terminal'
  readonly language: 'en' | 'zh'
  readonly answer: Answer<Acted>
}

/** Half of fifty hand in an execution and half a termination, in both languages; each execution is of a period of its own where there are two. */
async function race(scheme: Acted, amount: string, periods: readonly string[]): Promise<readonly Outcome[]> {
  const proofs: { readonly key: string }[] = []
  for (let file = 0; file < 25; file += 1) proofs.push(await story.evidence('in.channel'))
  return Promise.all(
    Array.from({ length: 50 }, async (_, at): Promise<Outcome> => {
      const kind = at % 2 === 0 ? 'execute' : 'terminal'
      const language = LANGUAGES[at % 4 < 2 ? 0 : 1]
      const content =
        kind === 'execute'
          ? {
              claimPeriod: periods[(at / 2) % periods.length],
              lines: [{ fundingNo: 1, amount, remark: 'As the distributor reported' }],
            }
          : { files: [proofs[(at - 1) / 2]!.key] }
      return { kind, language, answer: await its.hand(kind, scheme.no, content, language) }
    }),
  )
}

/** Everybody was answered; a refusal has its reason in the person's language. */
function told(outcomes: readonly Outcome[]) {
  for (const { answer, language } of outcomes.filter(({ answer: { status } }) => status !== 200)) {
    const key = answer.error?.key ?? `untyped: ${answer.status} ${answer.msg}`
    expect(Object.keys(SAYS)).toContain(key)
    expect(answer.msg).toMatch(SAYS[key]![language])
  }
  const won = outcomes.filter(({ answer: { status } }) => status === 200)
  return {
    executions: won.filter(({ kind }) => kind === 'execute').map(({ answer }) => answer.data),
    terminations: won.filter(({ kind }) => kind === 'terminal').map(({ answer }) => answer.data),
  }
}

const sound = async (scheme: Acted) => {
  expect(await claims.broken()).toEqual([])
  expect(await brokenSchemes((text, values) => server.query(text, values), scheme.no)).toEqual([])
}

it('fifty claims and terminations of one scheme line run at once, and exactly one succeeds', async () => {
  const before = await story.buckets()
  const scheme = await story.scheme([{ amount: '1000.00' }], stock.months)
  await its.done('withhold', scheme.no, { lines: [{ fundingNo: 1, amount: '700.00' }] })
  const { executions, terminations } = told(await race(scheme, '600.00', stock.periods))
  // 600 of 1,000 are there once; a termination keeps all that is open.
  expect(executions.length + terminations.length).toBe(1)
  const [part] = await story.parts(scheme.no)
  expect(Number(part!.freeCommitted) + Number(part!.freeAccrued)).toBe(executions.length === 1 ? 400 : 0)
  await sound(scheme)

  for (const { formInstanceId } of terminations) await story.agree(schemeTermination, formInstanceId)
  for (const { formInstanceId } of executions) await story.agree(schemeExecute, formInstanceId)
  await sound(scheme)
  const after = await story.buckets()
  expect(Number(after.exe) - Number(before.exe)).toBe(executions.length * 600)
  expect(Number(before.avl) - Number(after.avl)).toBe(executions.length * 1000)
})

it('claims and terminations submitted while others are approved never exceed the scheme and leave nothing locked', async () => {
  const scheme = await story.scheme([{ amount: '900.00' }], stock.months)
  const first = await its.hand('execute', scheme.no, {
    claimPeriod: stock.periods[0],
    lines: [{ fundingNo: 1, amount: '300.00', remark: 'As reported' }],
  })
  const [outcomes, agreed] = await Promise.all([
    race(scheme, '300.00', stock.periods.slice(1)),
    story.agree(schemeExecute, first.data.formInstanceId),
  ])
  expect(agreed.data.state).toBe('approved')
  const { executions, terminations } = told(outcomes)
  // After the approval of the first: two periods are left, or the termination takes the rest.
  expect(terminations.length === 1 ? executions.length : 2 - executions.length).toBe(0)
  for (const { formInstanceId } of executions) await story.agree(schemeExecute, formInstanceId)
  for (const { formInstanceId } of terminations) await story.agree(schemeTermination, formInstanceId)
  await sound(scheme)
  const [part] = await story.parts(scheme.no)
  expect(Number(part!.executed)).toBe(300 * (1 + executions.length))
  expect([part!.committed, part!.accrued, part!.freeCommitted]).toEqual(['0.00', '0.00', '0.00'])
})

it('fifty simultaneous claims for ten frozen units pay no unit twice', async () => {
  for (let unit = 0; unit < 10; unit += 1) await stock.unit()
  const lines = [stock.line('10.00', 10)]
  const schemes = [await claims.scheme(lines, stock.header), await claims.scheme(lines, stock.header)]
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      its.hand(
        'execute',
        schemes[at % 2]!.no,
        { claimPeriod: stock.periods[Math.floor(at / 2) % 3], lines: [{ fundingNo: 1, amount: '40.00', quantity: 4 }] },
        LANGUAGES[at % 4 < 2 ? 0 : 1],
      ),
    ),
  )
  const { executions } = told(
    all.map((answer, at) => ({ kind: 'execute', language: LANGUAGES[at % 4 < 2 ? 0 : 1], answer })),
  )
  expect(executions).toHaveLength(2)
  for (const { formInstanceId } of executions) await story.agree(schemeExecute, formInstanceId)
  const units = (await Promise.all(executions.map(({ id }) => stock.claimed(id)))).flat()
  expect([units.length, new Set(units.map(({ imei }) => imei)).size]).toEqual([8, 8])
  for (const scheme of schemes) await sound(scheme)
})
