import { expect } from 'vitest'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { listPage } from '#kernel/engine/document/list/list-query.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type ReserveServices, runDueReserves } from '#kernel/services/reserve-confirmation/run-reserves.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, type World } from './budget-world.ts'
import { type ReserveSystem, reserveSystem } from './reserve-system.ts'

export const RESERVE_SECRET = 'known-to-both-sides'
const RULES = { deadlineMinutes: 30, organisations: null }

export interface Submitted {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly form: string
  /** Keys of the first round's reservation. */
  readonly occupy: string
  readonly release: string
}

interface Reserve {
  readonly state: string
  readonly attempts: number
  readonly is_unsure: boolean
  readonly last_error: { readonly key: string } | null
}

export type ReserveStory = Awaited<ReturnType<typeof reserveStory>>

/** A company whose grants the finance system has to confirm, and a finance system under the test's control. */
export async function reserveStory() {
  const databaseUrl = await testDatabase()
  const world: World = await budgetWorld(databaseUrl, '100000.00', 8)
  const finance: ReserveSystem = await reserveSystem()
  const services: ReserveServices = {
    pool: world.pool,
    documents: [countryBudgetDocument],
    target: { url: finance.url, secret: RESERVE_SECRET, timeoutSeconds: 1, deadlineMinutes: 30 },
    now: () => world.now,
  }
  world.reserve = RULES
  const listed = async (filters: object) => {
    const { principal } = await world.contextOf('hq.budget')
    return reading(world.pool, (tx) => readPage(tx, listPage(countryBudget, principal, { limit: 500, ...filters })))
  }
  const story = {
    world,
    finance,
    services,
    databaseUrl,
    async close() {
      await finance.close()
      await world.close()
    },
    /** Each test begins with no open work and a working finance system. */
    async reset() {
      await world.query(
        `update document_reserve set state = 'none', next_attempt_at = null where state in ('occupying', 'releasing', 'failToRelease')`,
      )
      finance.received.length = 0
      finance.asked.length = 0
      finance.answers = 'take'
      finance.questions = 'answer'
      world.reserve = RULES
    },
    async reserveOf(id: string, round = 1): Promise<Reserve> {
      const [row] = await world.query<Reserve>('select * from document_reserve where document_id = $1 and round = $2', [
        id,
        round,
      ])
      if (!row) throw new Error('nothing was asked for')
      return row
    },
    async submitted(amount = '12.50'): Promise<Submitted> {
      const { id, no, version, formInstanceId } = await world.submit('in.channel', [{ amount }])
      const key = `countryBudget:${id}:1`
      return { id, no, version, form: formInstanceId ?? '', occupy: `${key}:occupy`, release: `${key}:release` }
    },
    run: () => runDueReserves(services),
    withdraw: ({ form, version }: Submitted) => world.act('in.channel', 'withdraw', { formInstanceId: form, version }),
    retry: (account: string, { form }: Pick<Submitted, 'form'>) =>
      world.act(account, 'retry', { formInstanceId: form, opinion: 'Finance is up again' }),
    later(seconds: number) {
      world.now = new Date(world.now.getTime() + seconds * 1000)
    },
    keys: () => finance.received.map(({ key }) => key),
    async timeline(id: string): Promise<string[]> {
      const acts = await world.query<{ act: string }>(
        'select act from approval_act where document_id = $1 order by id',
        [id],
      )
      return acts.map(({ act }) => act)
    },
    async taskOf(id: string) {
      const [task] = await world.query<{ id: string; content_hash: string }>(
        `select t.id, i.content_hash from approval_task t join approval_instance i using (document_id, round)
         where t.document_id = $1 and t.state = 'open'`,
        [id],
      )
      return { taskId: task?.id ?? '', contentHash: task?.content_hash ?? '' }
    },
    async statusesOf(ids: readonly string[]) {
      const rows = await listed({})
      return ids.map((id) => rows.find((row) => row['id'] === id)?.['reserve_status'])
    },
    async found(reserveStatus: string) {
      return (await listed({ reserveStatus })).map((row) => row['id'])
    },
  }
  return story
}

export async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).first.key
}
