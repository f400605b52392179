import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
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

type State = 'occupied' | 'released' | 'refused' | 'processing'

/** How it treats the next message: `lost` takes it and does not answer, `dead` closes the connection before reading it. */
export type ReserveAnswer =
  | 'take'
  | 'lost'
  | 'dead'
  | 'later'
  | { readonly status: number; readonly text?: string; readonly reference?: string }

/** Stands in for a finance system that reserves money by key: real calls, with the faults that a test sets. */
export interface ReserveSystem {
  readonly url: string
  /** Every message that arrived, in order. */
  readonly received: Received[]
  /** Keys that it received. */
  readonly asked: string[]
  readonly states: Map<string, State>
  /** Its behaviour from now on. */
  answers: ReserveAnswer
  /** Its answer to a query. */
  questions: 'answer' | { readonly status: number }
  /** Keys that it holds money for. */
  held(): string[]
  /** Resolves when the next message has arrived. */
  next(): Promise<Received>
  close(): Promise<void>
}

export async function reserveSystem(): Promise<ReserveSystem> {
  const waiting: ((message: Received) => void)[] = []
  const server = createServer((request, response) => void serve(request, response))
  const system: ReserveSystem = {
    url: '',
    received: [],
    asked: [],
    states: new Map(),
    answers: 'take',
    questions: 'answer',
    held: () => [...system.states].filter(([, state]) => state === 'occupied').map(([key]) => key),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'GET') {
      const key = decodeURIComponent(String(request.url).split('/').at(-1) ?? '')
      system.asked.push(key)
      if (system.questions !== 'answer') return void json(system.questions.status, {})
      const state = system.states.get(key)
      return void (state ? json(200, { state, reference: `FR-${key}`, reason: 'No budget line' }) : json(404, {}))
    }
    if (system.answers === 'dead') return void request.socket.destroy()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = Buffer.concat(parts).toString('utf8')
    const message = { key: header('idempotency-key'), signature: header('x-signature'), body }
    system.received.push(message)
    answer(message, json)
    for (const tell of waiting.splice(0)) tell(message)
  }

  function answer({ key, body }: Received, json: (status: number, value: object) => void): void {
    const { answers } = system
    if (typeof answers === 'object') {
      if (answers.status >= 400 && answers.status < 500) system.states.set(key, 'refused')
      return json(answers.status, { reason: answers.text ?? 'No', reference: answers.reference })
    }
    if (answers === 'later') {
      system.states.set(key, 'processing')
      return json(202, {})
    }
    hold(key, body)
    if (answers === 'take') json(200, { reference: `FR-${key}` })
  }

  function hold(key: string, body: string): void {
    const { effect, releases } = JSON.parse(body) as { readonly effect: string; readonly releases?: string }
    if (effect === 'release') {
      system.states.set(key, 'released')
      system.states.set(String(releases), 'released')
    } else if (system.states.get(key) !== 'released') system.states.set(key, 'occupied')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(system, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reserves` })
}

export interface Received {
  readonly key: string
  readonly signature: string
  readonly body: string
}

export interface FinanceSystem {
  readonly url: string
  /** Every message that arrived, in order. */
  readonly received: Received[]
  /** How it answers from now on: a status with a text, no answer, or a broken connection. */
  answers(answer: Answer): void
  /** Resolves when the next message has arrived. */
  next(): Promise<Received>
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly text?: string; readonly retryAfter?: number } | 'silence' | 'hang up'

/** Stands in for the finance system: a real HTTP server that answers as the test sets it. */
export async function financeSystem(): Promise<FinanceSystem> {
  const received: Received[] = []
  const waiting: ((message: Received) => void)[] = []
  let answer: Answer = { status: 200, text: '{"reference":"FIN-1"}' }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const message = { key: header('idempotency-key'), signature: header('x-signature'), body }
      received.push(message)
      for (const tell of waiting.splice(0)) tell(message)
      if (answer === 'silence') return
      if (answer === 'hang up') return void request.socket.destroy()
      const retryAfter = answer.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) }
      response.writeHead(answer.status, { 'content-type': 'application/json', ...retryAfter }).end(answer.text ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/budgets`,
    received,
    answers: (next) => (answer = next),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** As the receiver checks it: the signature is over this body, with the shared secret. */
export function isSigned({ signature, body }: Received, secret: string): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex') === hex
}

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
