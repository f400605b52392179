import { type Amount, amount, amountText, isStorable } from '#kernel/base/money/money.ts'
import { tiersOf, tiersText } from '#kernel/engine/definition/ladder.ts'
import {
  exactPrice,
  PLAIN_ROUNDING,
  type RoundingOf,
  type RoundingRule,
  roundPrice,
  ruleOf,
} from '../shared/price-rounding.rules.ts'

// What chosen prices of the list become in drafts of price reviews: a review is for one party, trade term, currency, area and kind of product.

/** `same` keeps the price and changes its days or its classification. */
export const CHANGE_WAYS = ['percent', 'amount', 'price', 'same'] as const
type ChangeWay = (typeof CHANGE_WAYS)[number]

export interface AskedChange {
  readonly way: ChangeWay
  /** Percent, amount or new price; null for `same`. */
  readonly value: string | null
  /** Days of the area, both included. Without a last one each price ends as it does now. */
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  /** The classification to ask for instead. */
  readonly classificationCode: string | null
}

export const PRODUCT_KINDS = ['phone', 'accessory', 'iot'] as const
type ProductKind = (typeof PRODUCT_KINDS)[number]

/** A price of the list, as far as a change of it depends on it. */
export interface ChosenPrice {
  /** Place among the chosen ones, from 0. */
  readonly row: number
  readonly id: string
  readonly skuCode: string
  /** Products of several kinds may not stand in one document. */
  readonly categoryClass: ProductKind
  readonly areaId: number
  readonly areaName: string
  readonly idcCode: string
  readonly classificationCode: string | null
  readonly customerCode: string | null
  readonly tradeTermCode: string
  readonly currency: string
  readonly price: string
  readonly ladder: string | null
  readonly taxMode: 'exclusive' | 'inclusive'
  readonly taxRate: string
  readonly from: string
  readonly to: string | null
  readonly today: string
  readonly isStanding: boolean
  /** Whether the classification that is asked for is one of its area. */
  readonly isTarget: boolean
  /** Document in approval for the price that would be asked for. */
  readonly heldBy: string | null
}

/** Why a chosen price is left out. */
export const LEFT_OUT = [
  'ended',
  'over',
  'held',
  'heldUnseen',
  'otherArea',
  'unchanged',
  'noPrice',
  'steps',
  'twice',
] as const
type LeftReason = (typeof LEFT_OUT)[number]

interface LeftOut {
  readonly reason: LeftReason
  /** The document, where one is the reason. */
  readonly no: string | null
  readonly count: number
}

export interface DraftLine {
  readonly skuCode: string
  /** The price of the list that changes. */
  readonly before: string
  /** The change in percent, and the price before it was rounded; null for a change of another kind. */
  readonly percent: string | null
  readonly exact: string | null
  readonly price: string
  readonly ladder: string | null
  readonly from: string
  readonly to: string | null
}

/** The part of a draft that its lines share. */
interface DraftHeader {
  readonly areaId: number
  readonly idcCode: string
  readonly classificationCode: string | null
  readonly customerCode: string | null
  readonly tradeTermCode: string
  readonly currency: string
  readonly taxMode: 'exclusive' | 'inclusive'
  readonly taxRate: string | null
  /** Prices with an end give the days after it to what follows them; the others hold until something replaces them. */
  readonly mode: 'replace' | 'temporary'
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

export interface ChangeDraft {
  readonly areaName: string
  readonly kind: ProductKind
  readonly header: DraftHeader
  readonly lines: readonly DraftLine[]
}

/** Less is rounded to no price. */
const LEAST = '0.005'

/** A price after the change, before it is rounded. */
function exactOf(price: string, { way, value }: Pick<AskedChange, 'way' | 'value'>): Amount {
  const before = amount(price)
  const by = value ?? '0'
  const after: Readonly<Record<ChangeWay, () => Amount>> = {
    percent: () => exactPrice(price, by),
    amount: () => before.plus(by),
    price: () => amount(by),
    same: () => before,
  }
  return after[way]()
}

/** A price after the change: in percent it is rounded by the rule of its area and currency; null where it would be none. */
export function changedPrice(
  price: string,
  change: Pick<AskedChange, 'way' | 'value'>,
  rule: RoundingRule = PLAIN_ROUNDING,
): string | null {
  const exact = exactOf(price, change)
  if (exact.lt(LEAST)) return null
  const rounded = roundPrice(change.way === 'percent' ? rule : PLAIN_ROUNDING, exact)
  return isStorable(rounded) ? amountText(rounded) : null
}

/** The prices by quantity change like the price; null where one of them would be none. */
function changedLadder(ladder: string, asked: AskedChange, rule: RoundingRule): string | null {
  const tiers = tiersOf(ladder).map((tier) => ({ ...tier, value: changedPrice(tier.value, asked, rule) }))
  return tiers.every((tier): tier is typeof tier & { value: string } => tier.value !== null) ? tiersText(tiers) : null
}

const least = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

/** The days that the changed price would hold for: within those of the price itself, unless its days are what changes. */
function daysOf({ from, to }: ChosenPrice, { way, effectiveFrom, effectiveTo }: AskedChange) {
  return {
    from: from > effectiveFrom ? from : effectiveFrom,
    to: effectiveTo === null ? to : way === 'same' ? effectiveTo : least(to, effectiveTo),
  }
}

interface Judged {
  readonly line: DraftLine | null
  readonly reason: LeftReason | null
}

const left = (reason: LeftReason): Judged => ({ line: null, reason })

function judge(row: ChosenPrice, asked: AskedChange, rule: RoundingRule): Judged {
  if (!row.isStanding) return left('ended')
  const days = daysOf(row, asked)
  if (days.to !== null && days.to < days.from) return left('over')
  if (!row.isTarget) return left('otherArea')
  if (row.heldBy !== null) return left(row.heldBy === '' ? 'heldUnseen' : 'held')
  const isElsewhere = asked.classificationCode !== null && asked.classificationCode !== row.classificationCode
  const price = changedPrice(row.price, asked, rule)
  if (price === null) return left('noPrice')
  const isLonger = row.to !== null && days.to !== null && days.to > row.to
  if (!isElsewhere && !isLonger && amount(price).eq(row.price)) return left('unchanged')
  // One new price says nothing about larger orders.
  if (row.ladder !== null && asked.way === 'price') return left('steps')
  const ladder = row.ladder === null ? null : changedLadder(row.ladder, asked, rule)
  if (row.ladder !== null && ladder === null) return left('noPrice')
  const isByPercent = asked.way === 'percent'
  return {
    line: {
      skuCode: row.skuCode,
      before: row.price,
      percent: isByPercent ? asked.value : null,
      exact: isByPercent ? exactOf(row.price, asked).toFixed() : null,
      price,
      ladder,
      ...days,
    },
    reason: null,
  }
}

const doMeet = (one: DraftLine, other: DraftLine): boolean =>
  (one.to === null || one.to >= other.from) && (other.to === null || other.to >= one.from)

/** The drafts that a change comes to, in the order of the list, and which prices it leaves out, and why. */
export function draftsOf(
  rows: readonly ChosenPrice[],
  asked: AskedChange,
  rules: readonly RoundingOf[] = [],
): { readonly drafts: readonly ChangeDraft[]; readonly eligible: number; readonly leftOut: readonly LeftOut[] } {
  const drafts = new Map<string, { readonly of: ChosenPrice; readonly lines: DraftLine[] }>()
  const written = new Map<string, DraftLine[]>()
  const reasons = new Map<string, LeftOut>()
  const leave = (reason: LeftReason, no: string | null): void => {
    const name = `${reason} ${no ?? ''}`
    reasons.set(name, { reason, no, count: (reasons.get(name)?.count ?? 0) + 1 })
  }
  let eligible = 0
  for (const row of rows) {
    const { line, reason } = judge(row, asked, ruleOf(rules, row.areaId, row.currency))
    if (line === null) {
      leave(reason!, reason === 'held' ? row.heldBy : null)
      continue
    }
    const party =
      asked.classificationCode === null ? [row.classificationCode, row.customerCode] : [asked.classificationCode]
    const key = [row.areaId, ...party, row.tradeTermCode, row.currency]
    const price = JSON.stringify([...key, row.skuCode])
    // Prices of several classifications that are asked for one.
    const before = written.get(price) ?? []
    if (before.some((other) => doMeet(other, line))) {
      leave('twice', null)
      continue
    }
    written.set(price, [...before, line])
    const name = JSON.stringify([...key, row.taxMode, row.taxRate, row.categoryClass, line.to === null])
    const draft = drafts.get(name) ?? { of: row, lines: [] }
    draft.lines.push(line)
    drafts.set(name, draft)
    eligible += 1
  }
  return {
    drafts: [...drafts.values()].map(({ of, lines }) => draftOf(of, lines, asked)),
    eligible,
    leftOut: [...reasons.values()],
  }
}

function draftOf(of: ChosenPrice, lines: readonly DraftLine[], { classificationCode }: AskedChange): ChangeDraft {
  const { areaId, areaName, idcCode, tradeTermCode, currency, taxMode, taxRate } = of
  const ends = lines.flatMap(({ to }) => to ?? [])
  return {
    areaName,
    kind: of.categoryClass,
    header: {
      areaId,
      idcCode,
      classificationCode: classificationCode ?? of.classificationCode,
      customerCode: classificationCode === null ? of.customerCode : null,
      tradeTermCode,
      currency,
      taxMode,
      taxRate: taxMode === 'inclusive' ? taxRate : null,
      mode: ends.length > 0 ? 'temporary' : 'replace',
      effectiveFrom: lines.map(({ from }) => from).toSorted()[0]!,
      effectiveTo: ends.toSorted().at(-1) ?? null,
    },
    lines,
  }
}
