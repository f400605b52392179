// The effects of documents on a budget of a year and on the same budget of the next one, as domain.md describes them,
// without a database. Whole amounts in one currency, so plain numbers are exact.

export type Stage = 'cmt' | 'acr' | 'exe'
export type Year = 'old' | 'new'
export type ChildAct = 'accrue' | 'execute' | 'reopen' | 'recover' | 'recoverFree' | 'free' | 'freeAccrual'
export type CarryOption = 'withBudget' | 'newBudget' | 'release' | 'accrual'

const FROM: Readonly<Record<ChildAct, readonly Stage[]>> = {
  accrue: ['cmt'],
  execute: ['acr', 'cmt'],
  reopen: ['acr'],
  recover: ['exe'],
  recoverFree: ['exe'],
  free: ['cmt'],
  freeAccrual: ['acr'],
}
const TO: Readonly<Record<ChildAct, Stage | 'avl'>> = {
  accrue: 'acr',
  execute: 'exe',
  reopen: 'cmt',
  recover: 'cmt',
  recoverFree: 'avl',
  free: 'avl',
  freeAccrual: 'avl',
}

/** A document line's encumbrance of a budget. */
export class Encumbrance {
  readonly stages = { occ: 0, cmt: 0, acr: 0, exe: 0 }
  /** Which document holds how much of a stage. */
  readonly locks: { readonly by: object; readonly stage: Stage; readonly amount: number }[] = []
  /** Stages that a document takes over the end of the year, or took. */
  readonly taken = new Set<'cmt' | 'acr'>()

  readonly id: string
  readonly line: number
  readonly year: Year
  /** An accrual that was carried over. */
  readonly isOldAccrual: boolean

  constructor(id: string, line: number, year: Year, isOldAccrual = false) {
    this.id = id
    this.line = line
    this.year = year
    this.isOldAccrual = isOldAccrual
  }

  locked(stage: Stage, but?: object): number {
    return this.locks
      .filter((lock) => lock.stage === stage && lock.by !== but)
      .reduce((sum, each) => sum + each.amount, 0)
  }

  free(stage: Stage, but?: object): number {
    return this.stages[stage] - this.locked(stage, but)
  }

  unlock(by: object): void {
    for (let index = this.locks.length - 1; index >= 0; index -= 1)
      if (this.locks[index]?.by === by) this.locks.splice(index, 1)
  }
}

export interface Child {
  readonly of: Encumbrance
  readonly act: ChildAct
  readonly amount: number
}

export interface CarryLine {
  readonly of: Encumbrance
  readonly stage: 'cmt' | 'acr'
  readonly option: CarryOption
  readonly given: number
}

export interface Carry {
  readonly lines: readonly CarryLine[]
  /** By line, from 1: the encumbrance in the new year. */
  readonly targets: Map<number, Encumbrance>
  isUndone: boolean
}

export class SpendingModel {
  readonly available: Record<Year, number>
  readonly encumbrances: Encumbrance[] = []
  isClosing = false

  constructor(old: number, next: number) {
    this.available = { old, new: next }
  }

  bucket(year: Year, stage: keyof Encumbrance['stages']): number {
    return this.encumbrances.filter((each) => each.year === year).reduce((sum, each) => sum + each.stages[stage], 0)
  }

  maySpend(amount: number): boolean {
    return !this.isClosing && amount <= this.available.old
  }

  spend(id: string, amount: number): Encumbrance {
    const encumbrance = new Encumbrance(id, 1, 'old')
    this.encumbrances.push(encumbrance)
    encumbrance.stages.occ = amount
    this.available.old -= amount
    return encumbrance
  }

  settle(encumbrance: Encumbrance, isApproved: boolean): void {
    const { occ } = encumbrance.stages
    encumbrance.stages.occ = 0
    if (isApproved) encumbrance.stages.cmt += occ
    else this.available[encumbrance.year] += occ
  }

  /** The amounts that a child document takes, stage by stage; null where it is not allowed. */
  takes({ of, act, amount }: Child, by?: object): readonly (readonly [Stage, number])[] | null {
    if (act === 'accrue' && of.isOldAccrual) return null
    let wanted = amount
    const takes = FROM[act].flatMap((stage) => {
      const given = Math.min(wanted, of.free(stage, by))
      wanted -= given
      return given > 0 ? [[stage, given] as const] : []
    })
    return wanted > 0 ? null : takes
  }

  lock(child: Child): void {
    for (const [stage, amount] of this.takes(child) ?? []) child.of.locks.push({ by: child, stage, amount })
  }

  take(child: Child): void {
    const takes = this.takes(child, child) ?? []
    child.of.unlock(child)
    for (const [stage, amount] of takes) {
      child.of.stages[stage] -= amount
      this.#put(child.of, TO[child.act], amount)
    }
  }

  #put(of: Encumbrance, to: Stage | 'avl', amount: number): void {
    if (to === 'avl') this.available[of.year] += amount
    else of.stages[to] += amount
  }

  mayCarry(lines: readonly CarryLine[]): boolean {
    const charged = lines.filter(({ option }) => option === 'newBudget').reduce((sum, { given }) => sum + given, 0)
    return (
      this.isClosing &&
      charged <= this.available.new &&
      lines.every(
        ({ of, stage, given }) => of.year === 'old' && given > 0 && of.locks.length === 0 && !of.taken.has(stage),
      )
    )
  }

  carry(id: string, lines: readonly CarryLine[]): Carry {
    const carry: Carry = { lines, targets: new Map(), isUndone: false }
    for (const [index, { of, stage, option, given }] of lines.entries()) {
      of.taken.add(stage)
      of.locks.push({ by: carry, stage, amount: given })
      if (option !== 'newBudget') continue
      const target = new Encumbrance(id, index + 1, 'new')
      target.stages.occ = given
      this.available.new -= given
      this.encumbrances.push(target)
      carry.targets.set(index + 1, target)
    }
    return carry
  }

  carried(id: string, carry: Carry, isApproved: boolean): void {
    for (const [index, { of, stage, option, given }] of carry.lines.entries()) {
      of.unlock(carry)
      const reserved = carry.targets.get(index + 1)
      if (reserved) this.settle(reserved, isApproved)
      if (!isApproved) {
        of.taken.delete(stage)
        continue
      }
      of.stages[stage] -= given
      if (option === 'release' || option === 'newBudget') this.available.old += given
      else {
        const target = new Encumbrance(id, index + 1, 'new', option === 'accrual')
        target.stages[stage] = given
        this.encumbrances.push(target)
        carry.targets.set(index + 1, target)
      }
    }
  }

  mayUndo(carry: Carry, by?: object): boolean {
    const back = carry.lines
      .filter(({ option }) => option === 'release' || option === 'newBudget')
      .reduce((sum, { given }) => sum + given, 0)
    return (
      !carry.isUndone &&
      back <= this.available.old &&
      carry.lines.every(({ stage, given }, index) => {
        const target = carry.targets.get(index + 1)
        return !target || (target.stages[stage] === given && target.free(stage, by) === given)
      })
    )
  }

  lockUndo(carry: Carry, by: object): void {
    for (const [index, { stage, given }] of carry.lines.entries())
      carry.targets.get(index + 1)?.locks.push({ by, stage, amount: given })
  }

  undo(carry: Carry, by: object, isApproved: boolean): void {
    for (const target of carry.targets.values()) target.unlock(by)
    if (!isApproved) return
    carry.isUndone = true
    for (const [index, { of, stage, option, given }] of carry.lines.entries()) {
      const target = carry.targets.get(index + 1)
      if (target) target.stages[stage] -= given
      if (option === 'newBudget') this.available.new += given
      if (option === 'release' || option === 'newBudget') this.available.old -= given
      of.stages[stage] += given
      of.taken.delete(stage)
    }
  }
}
