import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import {
  type Carry,
  type CarryLine,
  type CarryOption,
  type Child,
  type ChildAct,
  type Encumbrance,
  SpendingModel,
} from './spending-model.ts'
import { type SpendingWorld, spendingWorld } from '#test/helpers/budget/spending-world.ts'

// Random lives of schemes, their follow-up documents and their year-end documents, compared with a model that knows
// only domain.md (sections 0, 2.4 to 2.12 and 3): the same acts are refused, and the balances are the same.

const OLD = 400
const NEXT = 60

type Act =
  | { readonly do: 'spend'; readonly amount: number }
  | { readonly do: 'child'; readonly which: number; readonly act: ChildAct; readonly amount: number }
  | { readonly do: 'carry'; readonly which: number; readonly cmt: CarryOption | null; readonly acr: CarryOption | null }
  | { readonly do: 'undo'; readonly which: number }
  | { readonly do: 'decide'; readonly which: number; readonly how: 'approve' | 'reject' }
  | { readonly do: 'books' }

const which = fc.nat(3)
const amount = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 150 }))
const childAct = fc.constantFrom<ChildAct>(
  'accrue',
  'accrue',
  'execute',
  'execute',
  'reopen',
  'recover',
  'recoverFree',
  'free',
  'freeAccrual',
)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('child' as const), which, act: childAct, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('carry' as const),
      which,
      cmt: fc.constantFrom<CarryOption | null>('withBudget', 'withBudget', 'newBudget', 'release', null),
      acr: fc.constantFrom<CarryOption | null>('accrual', 'release', null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      how: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('books' as const) }) },
)
const BEGINNING: readonly Act[] = [
  { do: 'spend', amount: 120 },
  { do: 'decide', which: 0, how: 'approve' },
  { do: 'child', which: 0, act: 'accrue', amount: 50 },
  { do: 'decide', which: 0, how: 'approve' },
  { do: 'books' },
]

/** A document in approval, with the effect of its end on the model. */
interface Pending {
  readonly kind: 'scheme' | 'claim' | 'carry'
  readonly answer: ActionAnswer
  readonly mayApprove: () => boolean
  readonly end: (isApproved: boolean) => void
}

class Life {
  readonly pending: Pending[] = []
  readonly carries: Carry[] = []

  readonly ids = new Map<Carry, string>()
  readonly spending: SpendingWorld
  readonly model: SpendingModel
  readonly code: string

  constructor(spending: SpendingWorld, model: SpendingModel, code: string) {
    this.spending = spending
    this.model = model
    this.code = code
  }

  /** Counted from the latest; finished ones are never found. */
  #encumbrance(index: number): Encumbrance | undefined {
    const encumbrances = this.model.encumbrances.filter(({ stages }) => Object.values(stages).some((each) => each > 0))
    return encumbrances.at(-1 - (index % Math.max(1, encumbrances.length)))
  }

  /** Does it, and answers its name with whether it was refused; null where there is nothing to do it to. */
  async step(step: Act): Promise<string | null> {
    if (step.do === 'books') {
      this.model.isClosing = !this.model.isClosing
      await this.spending.books(2026, this.model.isClosing ? 'closing' : 'open')
      return 'books'
    }
    if (step.do === 'spend') return this.#spend(step.amount)
    if (step.do === 'decide') return this.#decide(step)
    if (step.do === 'undo') return this.#undo(step.which)
    const of = this.#encumbrance(step.which)
    if (!of) return null
    return step.do === 'child' ? this.#child({ of, act: step.act, amount: step.amount }) : this.#carry(of, step)
  }

  async #asked(name: string, isAllowed: boolean, work: Promise<ActionAnswer>): Promise<ActionAnswer | null> {
    const answer = await work.catch((error: unknown) => {
      if (error instanceof Refused) return null
      throw error
    })
    expect(answer !== null, name).toBe(isAllowed)
    return answer
  }

  async #spend(given: number): Promise<string> {
    const isAllowed = this.model.maySpend(given)
    const answer = await this.#asked('spend', isAllowed, this.spending.spend([[this.code, String(given)]]))
    if (!answer) return 'refused spend'
    const encumbrance = this.model.spend(answer.id, given)
    const end = (isApproved: boolean) => this.model.settle(encumbrance, isApproved)
    this.pending.push({ kind: 'scheme', answer, mayApprove: () => true, end })
    return 'spend'
  }

  async #child(child: Child): Promise<string> {
    const { of, act: name, amount: given } = child
    const isAllowed = this.model.takes(child) !== null
    const lines = [[name, of.line, String(given)]] as const
    const work = this.spending.claim(of.id, lines, '2027-01-10', { locks: 'yes' })
    const answer = await this.#asked(name, isAllowed, work)
    if (!answer) return `refused ${name}`
    this.model.lock(child)
    const end = (isApproved: boolean) => (isApproved ? this.model.take(child) : of.unlock(child))
    this.pending.push({ kind: 'claim', answer, mayApprove: () => this.model.takes(child, child) !== null, end })
    return name
  }

  async #carry(of: Encumbrance, { cmt, acr }: Act & { readonly do: 'carry' }): Promise<string | null> {
    const lines = (
      [
        ['cmt', cmt],
        ['acr', acr],
      ] as const
    ).flatMap(([stage, option]): CarryLine[] => (option ? [{ of, stage, option, given: of.stages[stage] }] : []))
    if (lines.length === 0) return null
    const isAllowed = this.model.mayCarry(lines)
    const work = this.spending.carry(...lines.map(({ stage, option }) => [of.id, of.line, stage, option] as const))
    const answer = await this.#asked('carry', isAllowed, work)
    if (!answer) return 'refused carry'
    const carry = this.model.carry(answer.id, lines)
    const end = (isApproved: boolean) => {
      this.model.carried(answer.id, carry, isApproved)
      if (isApproved) this.carries.push(carry)
      if (isApproved) this.ids.set(carry, answer.id)
    }
    this.pending.push({ kind: 'carry', answer, mayApprove: () => this.model.isClosing, end })
    return `carry ${lines.map(({ option }) => option).join(' and ')}`
  }

  async #undo(index: number): Promise<string | null> {
    const carry = this.carries.at(-1 - (index % Math.max(1, this.carries.length)))
    if (!carry) return null
    const answer = await this.#asked('undo', this.model.mayUndo(carry), this.spending.undo(this.ids.get(carry)!))
    if (!answer) return 'refused undo'
    const by = {}
    this.model.lockUndo(carry, by)
    const end = (isApproved: boolean) => this.model.undo(carry, by, isApproved)
    this.pending.push({ kind: 'carry', answer, mayApprove: () => this.model.mayUndo(carry, by), end })
    return 'undo'
  }

  async #decide({ which: index, how }: Act & { readonly do: 'decide' }): Promise<string | null> {
    const at = this.pending.length - 1 - (index % Math.max(1, this.pending.length))
    const one = this.pending[at]
    if (!one) return null
    const isAllowed = how === 'reject' || one.mayApprove()
    const name = `${how} ${one.kind}`
    const answer = await this.#asked(name, isAllowed, this.spending.decide(one.kind, one.answer, how))
    if (!answer) return `refused ${name}`
    this.pending.splice(at, 1)
    one.end(how === 'approve')
    return name
  }

  /** Compares all balances and checks the invariants. */
  async compare(nextCode: string): Promise<void> {
    for (const [year, code] of [
      ['old', this.code],
      ['new', nextCode],
    ] as const) {
      const { model } = this
      const expected = {
        avl: String(model.available[year]),
        occ: String(model.bucket(year, 'occ')),
        cmt: String(model.bucket(year, 'cmt')),
        acr: String(model.bucket(year, 'acr')),
        exe: String(model.bucket(year, 'exe')),
      }
      expect(await this.spending.buckets(code), year).toEqual(expected)
    }
    expect(await this.spending.broken()).toEqual([])
  }
}

async function live(acts: readonly Act[], seen: Map<string, number>): Promise<void> {
  const spending = await spendingWorld(await testDatabase(), [`${OLD}.00`])
  const { world } = spending
  try {
    const money = { areaId: 2, year: 2027, currency: 'INR', projectPoolCode: 'POOL-A', amount: `${NEXT}.00` }
    await transaction(world.pool, (tx) => fundPool(tx, { ...money, actorId: 1, at: world.now }))
    const granted = await world.submit('in.channel', [{ amount: `${NEXT}.00`, subBusiCode: 'S01' }], {
      year: 2027,
      month: 1,
    })
    await world.approveAll(granted.formInstanceId!)
    const [next] = await world.query<{ code: string }>('select code from budget_line where year = 2027')
    const life = new Life(spending, new SpendingModel(OLD, NEXT), spending.codes[0]!)
    for (const step of acts) {
      const name = await life.step(step)
      if (name === null) continue
      seen.set(name, (seen.get(name) ?? 0) + 1)
      await life.compare(next!.code)
    }
    expect(await world.replay()).toEqual([])
  } finally {
    await spending.close()
  }
}

it(
  'every invariant of spending holds through random documents over the end of a year',
  { timeout: 3_600_000 },
  async () => {
    const runs = Number(process.env['SOAK_RUNS'] ?? 4)
    const length = Number(process.env['SOAK_ACTS'] ?? 40)
    const seen = new Map<string, number>()
    const property = fc.asyncProperty(fc.array(act, { minLength: length, maxLength: length }), (acts) =>
      live([...BEGINNING, ...acts], seen),
    )
    const seed = process.env['SOAK_SEED'] ? Number(process.env['SOAK_SEED']) : 20_261_122
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
    // It went everywhere.
    for (const name of [
      'approve scheme',
      'approve claim',
      'reject claim',
      'approve carry',
      'refused carry',
      'undo',
      'accrue',
      'execute',
    ])
      expect(seen.get(name) ?? 0, `${name}: ${JSON.stringify([...seen])}`).toBeGreaterThan(0)
  },
)
