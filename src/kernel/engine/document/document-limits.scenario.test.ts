import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Limits, RequestContext } from '#kernel/platform/access/principal.ts'
import { visibleInstance } from './visible-instance.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { storeReference } from '#areas/store/references.facade.ts'
import { budgetWorld, INDIA, type LineInput, type World } from '#test/helpers/budget/budget-world.ts'
import { type ActionAnswer, type Command, commandOf } from './action/command.ts'
import { findByNumber } from './list/find-documents.ts'
import { countStatement, listPage } from './list/list-query.ts'
import { loadDocument } from './load-document.ts'
import { runAction } from './action/run-action.ts'
import { registerDocument } from './server-document.ts'

// No type of the product has a customer or store column of its own yet: an application whose department is limited like
// a customer, and the projects of its lines like stores, represents future ones.

const { definition } = countryBudgetDocument
const limited = registerDocument({
  ...countryBudgetDocument,
  definition: {
    ...definition,
    fields: {
      ...definition.fields,
      budgetDeptCode: { ...definition.fields['budgetDeptCode']!, refersTo: customerReference },
    },
    lines: { ...definition.lines, projectCode: { ...definition.lines['projectCode']!, refersTo: storeReference } },
  },
})

const LINE = { countryCode: 'IN', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1', amount: '1.00' }
const of = (...projects: string[]): LineInput[] => projects.map((projectCode) => ({ ...LINE, projectCode }))
const NOBODY = 987_654

let world: World
const made: Record<string, Pick<ActionAnswer, 'id' | 'no' | 'version'> & { readonly formInstanceId: string }> = {}

beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '1000.00', 4)
  for (const [name, projects, department] of [
    ['one', ['PR-1'], 'D01'],
    ['both', ['PR-1', 'PR-2'], 'D01'],
    ['other', ['PR-2'], 'D01'],
    ['elsewhere', ['PR-1'], 'D02'],
  ] as const) {
    const answer = await world.submit('in.channel', of(...projects), { budgetDeptCode: department })
    made[name] = { ...answer, formInstanceId: answer.formInstanceId! }
  }
})
afterAll(() => world?.close())

async function as(limits: Limits, userId?: number): Promise<RequestContext> {
  const context = await world.contextOf('in.channel')
  const { principal } = context
  return {
    ...context,
    idempotencyKey: randomUUID(),
    principal: { ...principal, userId: userId ?? principal.userId, limits },
  }
}

const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.first.key : Promise.reject(error as Error)),
  )

/** The names that a reader sees, by every way to a document. */
async function seen(limits: Limits, userId = NOBODY): Promise<string[]> {
  const context = await as(limits, userId)
  const { principal } = context
  return reading(world.pool, async (tx) => {
    const listed = (await readPage(tx, listPage(limited.definition, principal, { limit: 500 }))).map(({ no }) => no)
    const everywhere = { ...principal, scope: 'all' } as const
    const count = await tx.first(countStatement(limited.definition, everywhere, {}))
    const found = await tx.rows(findByNumber([limited.definition], everywhere, 'CB', 500)!)
    expect([count?.total, new Set(found.map(({ no }) => no))]).toEqual([listed.length, new Set(listed)])
    const names: string[] = []
    for (const [name, { no, formInstanceId }] of Object.entries(made)) {
      const ways = [
        await refusal(loadDocument(tx, context, limited.definition, { no })),
        await refusal(visibleInstance(tx, context, [limited], formInstanceId)),
      ]
      const expected = listed.includes(no) ? 'done' : 'document.notFound'
      expect([name, ...ways]).toEqual([name, expected, expected])
      if (listed.includes(no)) names.push(name)
    }
    return names
  })
}

describe('a document that names customers and stores', () => {
  it('a document is seen by a person whose limits cover all customers and stores that it names', async () => {
    expect(await seen({})).toEqual(['one', 'both', 'other', 'elsewhere'])
    expect(await seen({ customer_code: ['D02'] })).toEqual(['elsewhere'])
    expect(await seen({ store_code: ['PR-1'] })).toEqual(['one', 'elsewhere'])
    expect(await seen({ customer_code: ['D01'], store_code: ['PR-1'] })).toEqual(['one'])
    expect(await seen({ customer_code: ['D01'], store_code: ['PR-1', 'PR-2'] })).toEqual(['one', 'both', 'other'])
    expect(await seen({ store_code: [] })).toEqual([])
  })

  it("a document beyond a person's limits is seen when they have a task on it", async () => {
    const [holder] = await world.query<{ user_id: number }>(
      'select user_id from approval_task where document_id = $1',
      [made['other']!.id],
    )
    // The person has a task on each of them.
    expect(await seen({ store_code: ['PR-1'] }, holder!.user_id)).toEqual(['one', 'both', 'other', 'elsewhere'])
  })

  it('a document is written and acted on within the limits of a person only', async () => {
    const limits = { customer_code: ['D01'], store_code: ['PR-1'] }
    const act = async (command: Partial<Command> & Pick<Command, 'action'>) => {
      const context = await as(limits)
      return refusal(runAction({ pool: world.pool, now: () => world.now }, limited, context, commandOf(command)))
    }
    const withdraw = (name: string) => {
      const { version, formInstanceId } = made[name]!
      return act({ action: 'withdraw', version, formInstanceId })
    }
    const write = (action: string, lines: readonly object[], header: object = {}) =>
      act({ action, raw: { ...INDIA, ...header, lines } })
    expect(await withdraw('other')).toBe('document.notFound')
    expect(await withdraw('one')).toBe('done')
    for (const action of ['save', 'submit']) {
      expect(await write(action, of('PR-1', 'PR-2'))).toBe('document.notFound')
      expect(await write(action, of('PR-1'), { budgetDeptCode: 'D02' })).toBe('document.notFound')
      expect(await write(action, of('PR-1'))).toBe('done')
    }
    // A draft without a customer or store stays in its drafter's list.
    expect(await write('save', [])).toBe('done')
    const context = await as(limits)
    const drafts = await reading(world.pool, (tx) =>
      readPage(tx, listPage(limited.definition, context.principal, { limit: 500, state: 'draft' })),
    )
    expect(drafts).toHaveLength(3)
  })
})
