import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accountOf,
  consumeFrozen,
  creditMemo,
  creditRebate,
  debitNote,
  decreaseReceivable,
  freezeRebate,
  type FundsDocument,
  increaseReceivable,
  lockedItems,
  lockItems,
  moveReceivable,
  openItemsByNo,
  readLockedItems,
  readOpenItems,
  unfreeze,
  unlockItems,
} from '#areas/funds/funds.facade.ts'
import { clearingOf } from '#areas/funds/account/funds-account.ts'
import { offsetByRebate } from '#areas/funds/receivable/receivable.plans.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amount } from '#kernel/base/money/money.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld, UNIT } from '#test/helpers/scheme/funds-world.ts'

// Random lives of two customers' funds, compared with a model that knows only domain.md: available money can leave, other money is refused.

const ACTS = [
  'credit',
  'freeze',
  'consume',
  'unfreeze',
  'owe',
  'lock',
  'unlock',
  'settle',
  'lower',
  'raise',
  'offset',
  'move',
  'memo',
] as const
type Act = (typeof ACTS)[number]
interface Step {
  readonly act: Act
  readonly whose: 0 | 1
  readonly value: number
  readonly which: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  whose: fc.constantFrom(0, 1),
  value: fc.integer({ min: 1, max: 30 }),
  which: fc.nat(9),
})

interface Item {
  readonly no: string
  open: number
  locked: number
}
interface Held {
  readonly by: FundsDocument
  readonly value: number
  isDone: boolean
}
interface LockOf extends Held {
  readonly item: Item
}

/** In whole units; the model predicts the result of each act. */
class Person {
  avl = 0
  crd = 0
  readonly frozen: Held[] = []
  readonly items: Item[] = []
  readonly locks: LockOf[] = []
  readonly code: string

  constructor(code: string) {
    this.code = code
  }

  get occ(): number {
    return this.frozen.filter(({ isDone }) => !isDone).reduce((sum, { value }) => sum + value, 0)
  }

  get rcv(): number {
    return this.items.reduce((sum, { open }) => sum + open, 0)
  }
}

const DAY = '2026-11-22'
let world: FundsWorld
let lives = 0

beforeAll(async () => {
  world = await fundsWorld(await demoDatabase())
})
afterAll(() => world?.close())

const keyOf = ({ code }: Person) => ({ customerCode: code, operatingUnitCode: UNIT, currency: CURRENCY })
const chosen = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(all.length, 1)]

async function itemOf(person: Person, { no }: Item) {
  const [found] = readOpenItems(await world.read(openItemsByNo(person.code, UNIT, CURRENCY, [no])))
  return found!
}

/** The model's prediction for an act, and the act itself; undefined where no act is possible. */
function actOf(people: readonly [Person, Person], { act, whose, value, which }: Step) {
  const person = people[whose]
  const other = people[whose === 0 ? 1 : 0]
  const by = world.by(act)
  const money = amount(String(value))
  const rebate = async () => accountOf(await world.accounts(person.code), 'REBATE', keyOf(person))
  const note = { ...keyOf(person), amount: money, line: 1, issuedOn: DAY, dueOn: DAY }
  const free = (item: Item) => item.open - item.locked
  const owing = chosen(person.items, which)
  const held = chosen(person.frozen, which)
  const lock = chosen(person.locks, which)
  const take = async (item: Item) => ({ item: await itemOf(person, item), amount: money, line: 1 })
  switch (act) {
    case 'credit': {
      const more = { schemeNo: null, creditedOn: DAY, productClass: null, taxMode: 'none' as const }
      const expiresOn = which % 3 === 0 ? null : `2099-0${1 + (which % 9)}-15`
      return {
        by,
        isLet: true,
        plan: async () => creditRebate(by, await world.accounts(person.code), [{ ...note, ...more, expiresOn }]),
        done: () => void (person.avl += value),
      }
    }
    case 'freeze':
      return {
        by,
        isLet: value <= person.avl,
        plan: async () => freezeRebate(by, [{ account: await rebate(), amount: money, line: 1 }]),
        done: () => {
          person.avl -= value
          person.frozen.push({ by, value, isDone: false })
        },
      }
    case 'consume':
    case 'unfreeze': {
      if (!held) return undefined
      const own = world.by(`${act}${value}-${which}-${person.frozen.length}-${Math.random()}`, held.by)
      const used = act === 'consume' ? Math.min(value, held.value) : 0
      return {
        by: own,
        isLet: true,
        plan: async () => {
          const frozen = await world.frozen(held.by)
          return act === 'consume'
            ? consumeFrozen(own, frozen, new Map([[1, amount(String(used))]]))
            : unfreeze(own, frozen)
        },
        // An item that was resolved before is not resolved a second time.
        done: () => {
          if (!held.isDone) person.avl += held.value - used
          held.isDone = true
        },
      }
    }
    case 'owe':
      return {
        by,
        isLet: true,
        plan: async () => debitNote(by, await world.accounts(person.code), [note]),
        done: () => void person.items.push({ no: `${by.no}/1`, open: value, locked: 0 }),
      }
    case 'lock':
      if (!owing) return undefined
      return {
        by,
        isLet: value <= free(owing),
        plan: async () => lockItems(by, [await take(owing)]),
        done: () => {
          owing.locked += value
          person.locks.push({ by, item: owing, value, isDone: false })
        },
      }
    case 'unlock':
    case 'settle': {
      if (!lock) return undefined
      const own = world.by(`${act}${which}-${Math.random()}`, lock.by)
      return {
        by: own,
        isLet: true,
        plan: async () => {
          const locked = readLockedItems(await world.read(lockedItems(lock.by.id)))
          return act === 'unlock'
            ? unlockItems(own, locked)
            : decreaseReceivable(
                own,
                locked.map((each) => ({ ...each, isLocked: true, cause: 'loss' as const })),
              )
        },
        done: () => {
          if (lock.isDone) return
          lock.isDone = true
          lock.item.locked -= lock.value
          if (act === 'settle') lock.item.open -= lock.value
        },
      }
    }
    case 'lower':
      if (!owing) return undefined
      return {
        by,
        isLet: value <= free(owing),
        plan: async () => decreaseReceivable(by, [{ ...(await take(owing)), cause: 'scheme' }]),
        done: () => void (owing.open -= value),
      }
    case 'raise':
      if (!owing) return undefined
      return {
        by,
        isLet: true,
        plan: async () => increaseReceivable(by, [await take(owing)]),
        done: () => void (owing.open += value),
      }
    case 'offset':
      if (!owing) return undefined
      return {
        by,
        isLet: value <= free(owing) && value <= person.avl,
        plan: async () => {
          const clearing = clearingOf(await world.accounts(person.code), 'REBATE_CLEARING', keyOf(person))
          return offsetByRebate(by, [{ ...(await take(owing)), rebate: await rebate(), clearing }])
        },
        done: () => {
          owing.open -= value
          person.avl -= value
        },
      }
    case 'move':
      if (!owing) return undefined
      return {
        by,
        isLet: value <= free(owing),
        plan: async () =>
          moveReceivable(by, await world.accounts(person.code, other.code), [
            { ...(await take(owing)), toCustomerCode: other.code },
          ]),
        done: () => {
          owing.open -= value
          other.items.push({ no: `${by.no}/1`, open: value, locked: 0 })
        },
      }
    case 'memo': {
      const against = owing && free(owing) > 0 ? Math.min(value, free(owing)) : 0
      return {
        by,
        isLet: true,
        plan: async () => {
          const part = against > 0 ? { against: { ...(await take(owing!)), amount: amount(String(against)) } } : {}
          return creditMemo(by, await world.accounts(person.code), [{ ...note, ...part }])
        },
        done: () => {
          if (owing) owing.open -= against
          person.crd -= value - against
        },
      }
    }
  }
}

it('customer balances and open items stay consistent through any order of actions', async () => {
  let refused = 0
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 24, maxLength: 40, size: 'max' }), async (steps) => {
      lives += 1
      const name = (index: number) => `D-IN-${String(20 + lives * 2 + index).padStart(4, '0')}`
      const people = [new Person(name(0)), new Person(name(1))] as const
      for (const each of steps) {
        const act = actOf(people, each)
        if (!act) continue
        const outcome = await world.act(act.by, act.plan).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refused) return false
            throw error
          },
        )
        expect([each, outcome]).toEqual([each, act.isLet])
        if (outcome) act.done()
        if (outcome) done += 1
        else refused += 1
      }
      for (const person of people) {
        const all = await world.accounts(person.code)
        const rebates = accountOf(all, 'REBATE', keyOf(person))
        const owed = accountOf(all, 'RECEIVABLE', keyOf(person))
        expect([rebates.avl, rebates.occ, owed.rcv, owed.crd].map(Number)).toEqual([
          person.avl,
          person.occ,
          person.rcv,
          person.crd,
        ])
      }
      expect(await world.broken()).toEqual([])
    }),
    { numRuns: 14, seed: 20_261_122 },
  )
  expect(done).toBeGreaterThan(100)
  expect(refused).toBeGreaterThan(10)
})
