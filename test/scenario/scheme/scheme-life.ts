import { expect } from 'vitest'
import type { Answer } from '#test/helpers/servers/demo-server.ts'
import type { Random } from '#test/helpers/random.ts'
import {
  ACTS,
  type RequestedAct,
  cents,
  type LifeAct,
  type LifeWorld,
  type MovesAt,
  RandomSchemeActions,
  STAGES,
} from './random-scheme-actions.ts'
import { type Child, DOCUMENTS, DRAFTERS } from '#test/helpers/scheme/scheme-story.ts'
import { brokenSchemes } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'

// A random life of schemes: which document of which scheme, for how much, by whom, and its result. Rare actions are
// preferred, so that a short life has some of each.

type How = 'approve' | 'less' | 'step' | 'reject' | 'return' | 'withdraw' | 'terminate'

interface Pending {
  readonly act: LifeAct
  readonly route: Child | 'application'
  readonly acted: Acted
  readonly scheme: string
  readonly moves: MovesAt
  /** The scheme's amounts at the submission. */
  readonly had: string
}

/** These may be approved for less. */
const isReduced = (act: LifeAct): boolean => act === 'application' || act === 'execute'

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(random.upTo(rest.length), 1)[0]!)
}

export class Life {
  readonly #done: Map<string, number>
  readonly numbers: string[] = []
  readonly pending: Pending[] = []
  readonly #world: LifeWorld
  readonly #random: Random
  readonly #asks: RandomSchemeActions
  #total = ''

  /** `done`: the results of earlier lives, by name; this one goes on counting. */
  constructor(world: LifeWorld, random: Random, done: Map<string, number>) {
    this.#done = done
    this.#world = world
    this.#random = random
    this.#asks = new RandomSchemeActions(world, random, this)
  }

  /** One random act and its name; all invariants are checked after it. */
  async step(): Promise<string> {
    const name = await this.#act()
    await this.#holds(name)
    return name
  }

  /** Everything in approval is decided, and what is over expires: nothing stays locked or open. */
  async end(): Promise<void> {
    while (this.pending.length > 0) {
      await this.#decide('approve')
      await this.#holds('the last decisions')
    }
    await this.#world.its.expire(`${this.#world.story.budget.year + 1}-03-01`)
    this.#count('expiry')
    await this.#holds('the end of all')
    for (const { no, parts } of await this.#asks.alive())
      for (const part of parts) expect([no, part.committed, part.accrued]).toEqual([no, '0.00', '0.00'])
  }

  /** How often it was done, or is about to be. */
  #times(act: LifeAct): number {
    const times = (this.#done.get(act) ?? 0) + this.pending.filter((each) => each.act === act).length
    // Most other acts are about accrued amounts.
    return act === 'withhold' ? Math.floor(times / 4) : times
  }

  #count(name: string) {
    this.#done.set(name, (this.#done.get(name) ?? 0) + 1)
  }

  /** The total of all budgets of the currency: schemes do not change it. */
  async #money(): Promise<string> {
    const [row] = await this.#world.server.query<{ total: string }>(
      `select sum(a.avl + a.hld + a.occ + a.cmt + a.acr + a.exe + a.fxv)::text as total from budget_account a where a.currency = $1`,
      [this.#world.story.budget.currency],
    )
    return row!.total
  }

  async #holds(name: string) {
    const query = <T>(text: string, values?: unknown[]) => this.#world.server.query<T>(text, values)
    const total = await this.#money()
    this.#total ||= total
    expect([name, total]).toEqual([name, this.#total])
    expect([name, ...(await this.#world.claims.broken())]).toEqual([name])
    expect([name, ...(await brokenSchemes(query, ...this.numbers))]).toEqual([name])
  }

  async #act(): Promise<string> {
    const { chance } = this.#random
    if (this.pending.length > 2 || (this.pending.length > 0 && chance(0.5))) {
      const ways: readonly How[] = [
        ...Array<How>(6).fill('approve'),
        'less',
        'step',
        'reject',
        'return',
        'withdraw',
        'terminate',
      ]
      const which = this.#random.upTo(this.pending.length)
      const { act } = this.pending[which]!
      const isWanted = act === 'application' || !this.#done.has(act)
      const undone = ways.find(
        (how) => how !== 'approve' && how !== 'step' && !this.#done.has(how) && (how !== 'less' || isReduced(act)),
      )
      if (undone && chance(0.25)) return this.#decide(undone, which)
      return this.#decide(isWanted && chance(0.7) ? 'approve' : this.#random.one(ways), which)
    }
    if (chance(this.#done.has('expiry') ? 0.01 : 0.04)) return this.#expire()
    // By chance, the least done first: of those that there is something for.
    const wanted = shuffled(ACTS, this.#random).toSorted((one, other) => this.#times(one) - this.#times(other))
    for (const act of wanted) {
      if (act === 'application') {
        // A few at a time: the other acts need them.
        if ((await this.#asks.open()).length < 3) return this.#apply()
        continue
      }
      const asked = await this.#asks.of(act)
      if (asked) return this.#hand(act, asked)
    }
    return this.pending.length > 0 ? this.#decide('approve') : this.#apply()
  }

  async #apply(): Promise<string> {
    const { story } = this.#world
    const { one, upTo, chance } = this.#random
    const lines = Array.from({ length: 1 + upTo(2) }, () => ({ amount: cents(20_000 + upTo(80_000)) }))
    const header = {
      startDate: `${this.#world.periods[0]}-01`,
      endDate: `${this.#world.periods.at(-1)}-28`,
      claimDeadline: chance(0.15) ? `${this.#world.periods.at(-1)}-28` : `${story.budget.year}-12-31`,
      rebateType: ['standard', 'reduce', 'payment'][this.numbers.length % 3],
      directExecution: one(['yes', 'yes', 'no']),
    }
    const answer = await story.apply(lines, header)
    expect([answer.status, answer.msg]).toEqual([200, answer.msg])
    this.numbers.push(answer.data.no)
    this.pending.push({
      act: 'application',
      route: 'application',
      acted: answer.data,
      scheme: answer.data.no,
      moves: () => ({}),
      had: '',
    })
    return 'application handed in'
  }

  /** Submits it, now and then as a person without the right. */
  async #hand(act: LifeAct, { scheme, content, isThere = true, moves = () => ({}) }: RequestedAct): Promise<string> {
    const { server, its, story } = this.#world
    const route = act.split(' ')[0] as Child
    if (this.#random.chance(0.04)) {
      const stranger = this.#random.one(['id.channel', 'hq.auditor', 'in.store', 'in.tl'])
      const body = { schemeNo: scheme, idcCode: 'IN', areaId: story.budget.area, reason: 'x', ...content }
      const { status } = await server.call(stranger, `/aps/scheme/${route}/submit`, body)
      expect([route, stranger, status >= 400 && status < 500]).toEqual([route, stranger, true])
      return `${act} by a stranger`
    }
    const isCarry = act === 'annualCarryover'
    if (isCarry) await its.books('closing')
    try {
      const answer = await its.hand(route, scheme, content)
      if (!isThere) expect([act, answer.status]).toEqual([act, 400])
      if (!this.#isTaken(act, answer)) return `${act} refused: ${answer.error?.key}`
      this.pending.push({ act, route, acted: answer.data, scheme, moves, had: await this.#has(scheme) })
      // A year does not stay in closing.
      if (isCarry) await this.#decide(this.#random.chance(0.7) ? 'approve' : 'reject', this.pending.length - 1)
      return `${act} handed in`
    } finally {
      if (isCarry) await its.books('open')
    }
  }

  /** A scheme's amounts and their free parts, as one text to compare. */
  async #has(scheme: string): Promise<string> {
    return JSON.stringify(await this.#world.story.parts(scheme))
  }

  /** Taken, or refused for a reason that has a name. */
  #isTaken(name: string, { status, error, msg }: Answer<unknown>): boolean {
    if (status === 200) return true
    expect([name, status, error?.key !== undefined, msg]).toEqual([name, expect.toBeOneOf([400, 409]), true, msg])
    return false
  }

  async #expire(): Promise<string> {
    await this.#world.its.expire(`${this.#world.periods.at(-1)}-29`)
    this.#count('expiry')
    return 'expiry'
  }

  /**
   * The current approver, if they may, approves half of the first line: returns its state then; null where they may
   * not, or where it is approved whole or not at all.
   */
  async #reduce({ route, act, acted: { formInstanceId } }: Pending): Promise<string | null> {
    const { server, story } = this.#world
    if (!isReduced(act)) return null
    const id = formInstanceId.split('-')[0]
    const [line] = await server.query<{ half: string; may: boolean }>(
      `select round(l.amount / 2, 2)::text as half, exists (select from approval_task t join user_role g on g.user_id = t.user_id
         join role_right x on x.role_code = g.role_code where t.document_id = d.id and t.state = 'open' and x.right_code = $2) as may
       from scheme_${route}_line l join scheme_${route} d on d.id = l.document_id and d.round = l.round where d.id = $1 and l.line_no = 1`,
      [id, `scheme.${route}.reduce`],
    )
    if (!line?.may) return null
    const less = { reason: 'A half of it was shown', lines: [{ line: 1, amount: line.half }] }
    const answer = await story.decide(DOCUMENTS[route], formInstanceId, 'approve', { less })
    return this.#isTaken(`${act} less`, answer) ? answer.data.state : null
  }

  async #decide(how: How, which = this.#random.upTo(this.pending.length)): Promise<string> {
    const { server, story } = this.#world
    const [of] = this.pending.splice(which, 1) as [Pending]
    const { act, route, acted } = of
    const { formInstanceId } = acted
    const finished = (state: string) => {
      this.#count(state === 'approved' ? act : how)
      return `${act} ${state}`
    }
    if (how === 'withdraw') {
      const answer = await story.withdraw(DOCUMENTS[route], DRAFTERS[route], acted)
      // Others have decided in between: it is of another version.
      if (!this.#isTaken(how, answer)) this.pending.push(of)
      return finished(answer.data?.state ?? 'kept')
    }
    if (how === 'terminate') {
      const body = { formInstanceId, opinion: 'Raised by mistake' }
      const answer = await server.call<Acted>('hq.it', '/aps/bpm/task/terminate', body)
      expect([how, answer.status, answer.msg]).toEqual([how, 200, answer.msg])
      return finished(answer.data.state)
    }
    const verb = how === 'step' || how === 'less' ? 'approve' : how
    let less: string | null = null
    const before = await this.#asks.stages(of.scheme)
    const isAsHandedIn = (await this.#has(of.scheme)) === of.had
    for (let level = 0; level < 12; level += 1) {
      if (how === 'less' && less === null) {
        less = await this.#reduce(of)
        if (less !== null) this.#count('less')
        if (less === 'approved') return finished(less)
      }
      const answer = await story.decide(DOCUMENTS[route], formInstanceId, verb)
      if (!this.#isTaken(`${act} ${verb}`, answer)) {
        // A document that cannot be agreed to any more is rejected.
        await story.decide(DOCUMENTS[route], formInstanceId, 'reject')
        return finished('rejected')
      }
      if (answer.data.state !== 'underApproval') {
        // How much less each stage has of it is the invariants' to say.
        if (less !== null) return finished(answer.data.state)
        const after = await this.#asks.stages(of.scheme)
        const expected =
          answer.data.state === 'approved'
            ? of.moves(before, isAsHandedIn)
            : { committed: 0, accrued: 0, executed: 0, released: 0 }
        const names = STAGES.filter((stage) => expected[stage] !== undefined)
        const moved = Object.fromEntries(names.map((stage) => [stage, after[stage] - before[stage]]))
        // Adding nothing makes no minus of a zero.
        const said = Object.fromEntries(names.map((stage) => [stage, expected[stage]! + 0]))
        expect([act, answer.data.state, moved]).toEqual([act, answer.data.state, said])
        return finished(answer.data.state)
      }
      if (how === 'step') {
        this.pending.push({ ...of, acted: { ...acted, ...answer.data, formInstanceId } })
        return `${act} a level further`
      }
    }
    throw new Error(`the approval of ${acted.no} does not end`)
  }
}
