import { randomUUID } from 'node:crypto'
import { type ActionAnswer, type Command, commandOf } from '#kernel/engine/document/action/command.ts'
import { runAction } from '#kernel/engine/document/action/run-action.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { budgetWorld, type World } from './budget-world.ts'
import { CARRY_TABLES, testCarry } from './carry-document.ts'
import { brokenInvariants } from '../laws/invariants.ts'
import { SPENDING_TABLES, testClaim, testScheme } from './spending-document.ts'

/** Buckets of a budget line, as texts without trailing zeros. */
export type Buckets = Readonly<Record<'avl' | 'occ' | 'cmt' | 'acr' | 'exe', string>>

export interface SpendingWorld {
  readonly world: World
  /** Budget lines of India, one for each project: each has what was granted. */
  readonly codes: readonly string[]
  spend(lines: readonly SpendingLine[], header?: object, more?: Partial<Command>): Promise<ActionAnswer>
  /** Requests the next stages of a scheme's encumbrance. */
  claim(schemeId: string, lines: readonly ClaimLine[], postingDate?: string, header?: object): Promise<ActionAnswer>
  /** The same, and it holds the amount while it is in approval. */
  lock(schemeId: string, ...lines: readonly ClaimLine[]): Promise<ActionAnswer>
  /** The manager decides on a scheme or a claim. */
  decide(of: Kind, answer: ActionAnswer, verb?: 'approve' | 'reject'): Promise<ActionAnswer>
  /** Requests a year-end decision about what schemes hold: scheme, line, stage, option. */
  carry(...lines: readonly CarryLine[]): Promise<ActionAnswer>
  /** Asks that a carry-over is taken back. */
  undo(carryOverId: string): Promise<ActionAnswer>
  /** The state of all months of a year. */
  books(year: number, state: 'open' | 'closing' | 'closed'): Promise<void>
  /** A claim from its submit to its approval. */
  claimed(schemeId: string, lines: readonly ClaimLine[], postingDate?: string): Promise<ActionAnswer>
  withdraw(answer: ActionAnswer, of?: Kind): Promise<ActionAnswer>
  buckets(code: string): Promise<Buckets>
  /** Everything that must hold between two acts, the encumbrances included. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

type SpendingLine = readonly [budgetCode: string, amount: string]
export type CarryLine = readonly [
  schemeId: string,
  schemeLine: number,
  stage: 'cmt' | 'acr',
  option: string,
  round?: number,
]
type ClaimLine = readonly [act: string, schemeLine: number, amount: string]

const DOCUMENTS = { scheme: testScheme, claim: testClaim, carry: testCarry }
type Kind = keyof typeof DOCUMENTS

/** A company with budget lines that hold money, and documents that spend it. */
export async function spendingWorld(
  databaseUrl: string,
  grants: readonly string[] = ['1000.00'],
): Promise<SpendingWorld> {
  const world = await budgetWorld(databaseUrl, '100000.00')
  await world.pool.query(SPENDING_TABLES)
  await world.pool.query(CARRY_TABLES)
  const lines = grants.map((amount, index) => ({ amount, subBusiCode: `S0${index + 1}` }))
  const granted = await world.submit('in.channel', lines)
  await world.approveAll(granted.formInstanceId!)
  const rows = await world.query<{ code: string }>('select code from budget_line order by sub_busi_code')
  return spendingOn(
    world,
    rows.map(({ code }) => code),
  )
}

function spendingOn(world: World, codes: readonly string[]): SpendingWorld {
  const runtime = { pool: world.pool, now: () => world.now }
  async function act(
    document: ServerDocument,
    account: string,
    command: Partial<Command> & { readonly action: string },
  ) {
    const context = await world.contextOf(account)
    return runAction(runtime, document, { ...context, idempotencyKey: randomUUID() }, commandOf(command))
  }
  const spending: SpendingWorld = {
    world,
    codes,
    spend: (lines, header = {}, more = {}) =>
      act(testScheme, 'in.channel', {
        action: 'submit',
        ...more,
        raw: {
          currency: 'INR',
          firstDay: '2026-11-21',
          lastDay: '2026-12-31',
          ...header,
          lines: lines.map(([budgetCode, amount]) => ({ budgetCode, amount })),
        },
      }),
    claim: (schemeId, lines, postingDate = '2026-11-21', header = {}) =>
      act(testClaim, 'in.channel', {
        action: 'submit',
        raw: {
          schemeId,
          postingDate,
          ...header,
          lines: lines.map(([name, schemeLine, amount]) => ({ act: name, schemeLine, amount })),
        },
      }),
    lock: (schemeId, ...lines) => spending.claim(schemeId, lines, undefined, { locks: 'yes' }),
    decide: (of, { formInstanceId }, verb = 'approve') =>
      world.as('in.manager').decide(DOCUMENTS[of].definition, verb, formInstanceId!),
    carry: (...lines) =>
      act(testCarry, 'in.channel', {
        action: 'submit',
        raw: {
          lines: lines.map(([schemeId, schemeLine, stage, option, schemeRound = 1]) => ({
            schemeId,
            schemeRound,
            schemeLine,
            stage,
            option,
          })),
        },
      }),
    undo: (undoOf) => act(testCarry, 'in.channel', { action: 'submit', raw: { undoOf, lines: [] } }),
    async books(year, state) {
      await world.query(
        `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
         select 200, 2, $1, m, $2, product_now(), 1 from generate_series(1, 12) m
         on conflict (area_id, year, month) do update set state = excluded.state`,
        [year, state],
      )
    },
    async claimed(schemeId, lines, postingDate) {
      return spending.decide('claim', await spending.claim(schemeId, lines, postingDate))
    },
    withdraw: ({ formInstanceId, version }, of = 'scheme') =>
      act(DOCUMENTS[of], 'in.channel', { action: 'withdraw', formInstanceId, version }),
    async buckets(code) {
      const [row] = await world.query<Buckets>(
        `select trim_scale(avl)::text as avl, trim_scale(occ)::text as occ, trim_scale(cmt)::text as cmt, trim_scale(acr)::text as acr, trim_scale(exe)::text as exe
         from budget_account join budget_line using (id) where code = $1`,
        [code],
      )
      if (!row) throw new Error(`no budget ${code}`)
      return row
    },
    broken: () => brokenInvariants(world.query, ['test_scheme', ['test_carry', 'total_amount > 0']]),
    close: () => world.close(),
  }
  return spending
}
