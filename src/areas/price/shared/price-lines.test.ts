import { expect, it } from 'vitest'
import {
  type AskedHeader,
  changeOf,
  checkPrices,
  computedLines,
  isBelowFloor,
  largestCut,
  type PriceFacts,
  type PriceNow,
  type StandingPrice,
  warnUnchanged,
} from './price-lines.rules.ts'

const header: AskedHeader = {
  idcCode: 'IN',
  areaId: 2,
  classificationCode: 'PC',
  customerCode: null,
  associatedCode: null,
  tradeTermCode: 'FOB',
  taxMode: 'exclusive',
  taxRate: null,
  mode: 'replace',
  effectiveFrom: '2026-12-01',
  effectiveTo: null,
  retro: 'no',
}
const line = (price: string, ladder: string | null = null) => ({
  skuCode: 'A',
  price,
  ladder,
  lineFrom: null,
  lineTo: null,
})
const standing = (price: string, more: Partial<StandingPrice> = {}): StandingPrice => ({
  price,
  ladder: null,
  taxMode: 'exclusive',
  taxRate: '0.0000',
  ...more,
})
const now = (replaced: readonly StandingPrice[], more: Partial<PriceNow> = {}): readonly PriceNow[] => [
  {
    row: 0,
    skuCode: 'A',
    previousPrice: replaced[0]?.price ?? null,
    stands: replaced[0] ?? null,
    replaced,
    earlier: null,
    unitCost: '80.00',
    floorMargin: '8.00',
    costOrigin: null,
    heldBy: null,
    ...more,
  },
]
const inclusive = { taxMode: 'inclusive', taxRate: '18' } as const
const cut = (asked: ReturnType<typeof line>, replaced: readonly StandingPrice[], tax: Partial<AskedHeader> = {}) =>
  largestCut({ header: { ...header, ...tax }, lines: [asked] }, now(replaced)).toFixed(2)

it('a price with another tax than the one before is compared without taxes', () => {
  expect(changeOf({ ...inclusive, price: '118.00' }, standing('100.00'))?.toFixed(2)).toBe('0.00')
  expect(changeOf({ ...header, price: '118.00' }, standing('118.00', inclusive))?.toFixed(2)).toBe('18.00')
  expect(
    changeOf({ ...inclusive, price: '95.00' }, standing('100.00', { ...inclusive, taxRate: '18.0000' }))?.toFixed(2),
  ).toBe('-5.00')
  expect(cut(line('100.00'), [standing('100.00')], inclusive)).toBe('15.25')
  const [computed] = computedLines(
    { header: { ...header, ...inclusive }, lines: [line('100.00')] },
    now([standing('100.00')]),
  )
  expect(computed).toMatchObject({ previousPrice: '100.00', changePercent: '-15.25' })
})

it('the steps of a price count like the price: for the floor, and for the largest cut at any quantity', () => {
  const floor = (asked: ReturnType<typeof line>) => isBelowFloor({ header, lines: [asked] }, now([standing('100.00')]))
  expect(floor(line('100.00'))).toBe(false)
  expect(floor(line('100.00', '0-100:100.00;100-:81.00'))).toBe(true)
  expect(floor(line('100.00', '0-100:100.00;100-:90.00'))).toBe(false)
  expect(cut(line('100.00', '0-100:100.00;100-:90.00'), [standing('100.00')])).toBe('10.00')
  const steps = standing('100.00', { ladder: '0-1000:100.00;1000-:90.00' })
  expect(cut(line('100.00', '0-1000:100.00;1000-:90.00'), [steps])).toBe('0.00')
  expect(cut(line('100.00', '0-10:100.00;10-:90.00'), [steps])).toBe('10.00')
  expect(cut(line('95.00'), [steps])).toBe('5.00')
})

it('the largest cut is of every price that a line replaces, also of those that begin later', () => {
  expect(cut(line('95.00'), [standing('100.00'), standing('190.00')])).toBe('50.00')
  expect(cut(line('95.00'), [])).toBe('0.00')
  expect(cut(line('120.00'), [standing('100.00')])).toBe('0.00')
})

it('a line that asks for the price that stands is warned about, and one with another step or another tax is not', () => {
  const warned = (asked: ReturnType<typeof line>, stands: StandingPrice) =>
    warnUnchanged({ header, lines: [asked] }, { now: now([stands]) }).map(({ key, row, field }) => [key, row, field])
  const warning = [['price.changesNothing', 0, 'price']]
  expect(warned(line('100'), standing('100.00'))).toEqual(warning)
  expect(warned(line('100', '0-10:100;10-:90'), standing('100.00', { ladder: '0-10:100.00;10-:90.00' }))).toEqual(
    warning,
  )
  expect(warned(line('100.01'), standing('100.00'))).toEqual([])
  expect(warned(line('100', '0-10:100;10-:90'), standing('100.00'))).toEqual([])
  expect(warned(line('100'), standing('100.00', inclusive))).toEqual([])
})

it('prices by quantity begin with the price: others for one piece are refused at the line (B14)', () => {
  const facts: PriceFacts = {
    place: null,
    customers: new Map(),
    classifications: new Map(),
    terms: ['FOB'],
    products: [],
    now: [],
  }
  const refusals = (asked: ReturnType<typeof line>) =>
    checkPrices({ header, lines: [asked] }, facts)
      .filter(({ field }) => field === 'ladder')
      .map(({ key, params, row }) => ({ key, params, row }))
  expect(refusals(line('100.00'))).toEqual([])
  expect(refusals(line('100.00', '0-100:100.00;100-:90.00'))).toEqual([])
  expect(refusals(line('100.00', '0-1:120.00;1-100:100;100-:90.00'))).toEqual([])
  expect(refusals(line('100.00', '0-100:99.00;100-:90.00'))).toEqual([
    { key: 'price.ladderFirst', params: { price: '100.00', first: '99.00' }, row: 0 },
  ])
})
