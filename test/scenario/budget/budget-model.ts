import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import { INDIAN_ROUTE } from '../../helpers/budget/budget-world.ts'

// Pools, project budgets and country budgets as the rules describe them, without a database: rights and balances.

export const POOLS = ['POOL-A', 'POOL-B'] as const
export const PROJECTS = ['PR-1', 'PR-2'] as const
export const POOL_MONEY = 1000

type Level = 'country' | 'project'

/** The content of a document: a country budget application, a transfer between projects, or a change of pools. */
export type Content =
  | {
      readonly doc: 'country'
      readonly type: 'grant' | 'revoke' | 'initialLoad' | 'supplement'
      readonly level: Level
      readonly from: 'pool' | 'project'
      readonly pool: string
      readonly amounts: Readonly<Record<string, number>>
    }
  | {
      readonly doc: 'transfer'
      readonly level: Level
      readonly pool: string
      readonly giver: string
      readonly receiver: string
      readonly amount: number
    }
  | {
      readonly doc: 'pool'
      readonly type: 'initialLoad' | 'supplement' | 'reduce'
      readonly amounts: Readonly<Record<string, number>>
    }

export type Act =
  | { readonly do: 'raise'; readonly how: 'save' | 'submit'; readonly by: string | null; readonly content: Content }
  | {
      readonly do: 'again'
      readonly how: 'save' | 'submit'
      readonly which: number
      readonly by: string | null
      readonly content: Content
      readonly stale: boolean
    }
  | { readonly do: 'decide'; readonly how: 'approve' | 'reject'; readonly which: number; readonly by: string | null }
  | { readonly do: 'withdraw'; readonly which: number; readonly by: string | null; readonly stale: boolean }

export interface Doc {
  readonly id: string
  state: string
  version: number
  instance: string | null
  step: number
  content: Content
}

interface Budget {
  avl: number
  isOpen: boolean
  /** Key of the project budget that funds it; null: its pool. */
  parent: string | null
}

const ROUTES = { country: INDIAN_ROUTE, transfer: ['in.manager', 'in.regfinance'], pool: ['hq.budget', 'hq.finance'] }

export function routeOf({ content }: Pick<Doc, 'content'>): readonly string[] {
  const isRevoke = content.doc === 'country' && content.type === 'revoke'
  return isRevoke ? INDIAN_ROUTE.slice(0, 3) : ROUTES[content.doc]
}

export const drafterOf = ({ doc }: Content) => (doc === 'pool' ? 'in.regfinance' : 'in.channel')
export const keyOf = (level: Level, pool: string, project: string) => `${level} ${pool} ${project}`

/** Which kind of thing it is, as the test counts them. */
export function kindOf(content: Content): string {
  if (content.doc === 'transfer') return `transfer ${content.level}`
  if (content.doc === 'pool') return `pool ${content.type}`
  return content.from === 'project' && content.type === 'grant'
    ? 'grant from project'
    : `${content.type} ${content.level}`
}

const total = (amounts: Readonly<Record<string, number>>) => Object.values(amounts).reduce((sum, each) => sum + each, 0)

/** Whole amounts, so plain numbers are exact. */
export class Model {
  readonly docs: Doc[] = []
  readonly pools = new Map<string, number>(POOLS.map((pool) => [pool, POOL_MONEY]))
  readonly budgets = new Map<string, Budget>()

  doc(index: number): Doc | undefined {
    // Counted from the latest, so that one life is often acted on several times.
    return this.docs.at(-1 - (index % Math.max(1, this.docs.length)))
  }

  /** Whether the rules allow it. */
  allows(step: Act): boolean {
    if (step.do === 'raise') {
      const isDrafter = (step.by ?? drafterOf(step.content)) === drafterOf(step.content)
      return isDrafter && (step.how === 'save' || this.#covers(step.content))
    }
    const doc = this.doc(step.which)
    if (!doc) return false
    if (step.do === 'decide') {
      const wanted = routeOf(doc)[doc.step]
      if (doc.state !== 'underApproval' || (step.by ?? wanted) !== wanted) return false
      return step.how === 'reject' || doc.step + 1 < routeOf(doc).length || this.#settles(doc.content)
    }
    if ((step.by ?? drafterOf(doc.content)) !== drafterOf(doc.content) || step.stale) return false
    if (step.do === 'withdraw') return doc.state === 'underApproval'
    return ['draft', 'rejected'].includes(doc.state) && (step.how === 'save' || this.#covers(step.content))
  }

  apply(step: Act, answer: ActionAnswer): void {
    const known = step.do === 'raise' ? undefined : this.doc(step.which)
    const content = step.do === 'raise' || step.do === 'again' ? step.content : known!.content
    const doc = known ?? { id: answer.id, state: 'draft', version: 0, instance: null, step: 0, content }
    if (!known) this.docs.push(doc)
    doc.version += 1
    if (step.do === 'decide') {
      if (step.how === 'reject') this.#end(doc, 'rejected')
      else if (++doc.step === routeOf(doc).length) {
        doc.state = 'approved'
        this.#settle(doc.content)
      }
    } else if (step.do === 'withdraw') this.#end(doc, 'draft')
    else if (step.how === 'submit') {
      Object.assign(doc, { state: 'underApproval', step: 0, content, instance: answer.formInstanceId })
      this.#hold(content, -1)
    }
  }

  #end(doc: Doc, state: string): void {
    doc.state = state
    this.#hold(doc.content, 1)
  }

  /** The amounts that a content encumbers, by account, while it is in approval. */
  #held(content: Content): readonly (readonly [string, number])[] {
    if (content.doc === 'pool') return content.type === 'reduce' ? Object.entries(content.amounts) : []
    if (content.doc === 'transfer') return [[keyOf(content.level, content.pool, content.giver), content.amount]]
    const { type, level, pool, from, amounts } = content
    const each = (of: Level) =>
      Object.entries(amounts).map(([project, amount]) => [keyOf(of, pool, project), amount] as const)
    if (type === 'revoke') return each(level)
    if (type !== 'grant') return []
    return from === 'project' ? each('project') : [[pool, total(amounts)]]
  }

  #available(account: string): number {
    return this.pools.get(account) ?? this.budgets.get(account)?.avl ?? 0
  }

  #hold(content: Content, sign: number): void {
    for (const [account, amount] of this.#held(content)) this.#move(account, sign * amount)
  }

  #move(account: string, amount: number): void {
    const pool = this.pools.get(account)
    if (pool !== undefined) return void this.pools.set(account, pool + amount)
    const budget = this.budgets.get(account) ?? { avl: 0, isOpen: false, parent: null }
    budget.avl += amount
    this.budgets.set(account, budget)
  }

  #covers(content: Content): boolean {
    if (this.#held(content).some(([account, amount]) => amount > this.#available(account))) return false
    if (content.doc === 'transfer') return content.giver !== content.receiver
    if (content.doc === 'pool') return content.type !== 'initialLoad'
    if (content.from === 'project' && content.type === 'grant' && content.level === 'project') return false
    return this.#targets(content).every(({ budget, parent }) => {
      if (content.type === 'revoke') return true
      if (content.type === 'supplement') return budget?.isOpen === true
      if (content.type === 'initialLoad') return !budget?.isOpen
      return (
        (parent === null || this.budgets.get(parent)?.isOpen === true) && (!budget?.isOpen || budget.parent === parent)
      )
    })
  }

  /** Other documents may have made it impossible meanwhile: another fund or another first load came first. */
  #settles(content: Content): boolean {
    if (content.doc !== 'country' || content.type === 'revoke' || content.type === 'supplement') return true
    return this.#targets(content).every(({ budget, parent }) =>
      content.type === 'initialLoad' ? !budget?.isOpen : !budget?.isOpen || budget.parent === parent,
    )
  }

  #targets(content: Content & { readonly doc: 'country' }) {
    const isFromProject = content.type === 'grant' && content.from === 'project'
    return Object.entries(content.amounts).map(([project, amount]) => {
      const key = keyOf(content.level, content.pool, project)
      const parent = isFromProject ? keyOf('project', content.pool, project) : null
      return { key, amount, parent, budget: this.budgets.get(key) }
    })
  }

  #settle(content: Content): void {
    if (content.doc === 'pool') {
      if (content.type !== 'reduce')
        for (const [pool, amount] of Object.entries(content.amounts)) this.#move(pool, amount)
      return
    }
    if (content.doc === 'transfer')
      return this.#open(keyOf(content.level, content.pool, content.receiver), content.amount, null)
    for (const { key, amount, parent, budget } of this.#targets(content)) {
      if (content.type === 'revoke') this.#move(budget?.parent ?? content.pool, amount)
      else this.#open(key, amount, content.type === 'grant' ? parent : (budget?.parent ?? null))
    }
  }

  #open(key: string, amount: number, parent: string | null): void {
    this.#move(key, amount)
    const budget = this.budgets.get(key)!
    if (!budget.isOpen) Object.assign(budget, { isOpen: true, parent })
  }
}
