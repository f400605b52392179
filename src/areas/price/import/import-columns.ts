import { defineColumns } from '#kernel/platform/excel/columns.ts'
import { bases as basesEn, parts as partsEn, taxModes as modesEn, terms as termsEn } from '../locale/shared.en.ts'
import { bases as basesZh, parts as partsZh, taxModes as modesZh, terms as termsZh } from '../locale/shared.zh.ts'
import { BASES, TAX_MODES } from '../shared/price-terms.ts'
import { importTexts } from '../locale/import-texts.ts'

const term = (name: keyof typeof termsEn) => ({ zh: termsZh[name], en: termsEn[name] })
const part = (name: keyof typeof partsEn) => ({ zh: partsZh[name], en: partsEn[name] })
const own = (name: keyof (typeof importTexts)['en']['columns']) => ({
  zh: importTexts.zh.columns[name],
  en: importTexts.en.columns[name],
})
const CODE = { kind: 'code', maxLength: 64 } as const

const area = { key: 'area', titles: own('area'), required: true, ...CODE } as const
const sku = { key: 'sku', titles: part('skuCode'), required: true, ...CODE } as const
const currency = { key: 'currency', titles: own('currency'), required: true, kind: 'code', maxLength: 3 } as const
const from = { key: 'from', titles: term('effectiveFrom'), required: true, kind: 'day' } as const

/** Columns of a file of list prices. */
export const priceColumns = defineColumns([
  area,
  { key: 'classification', titles: term('classificationCode'), required: false, ...CODE },
  { key: 'customer', titles: term('customerCode'), required: false, ...CODE },
  sku,
  { key: 'term', titles: term('tradeTermCode'), required: true, ...CODE },
  currency,
  { key: 'price', titles: part('price'), required: true, kind: 'amount', positive: true },
  {
    key: 'taxMode',
    titles: term('taxMode'),
    required: true,
    kind: 'code',
    options: TAX_MODES,
    words: Object.fromEntries(TAX_MODES.map((code) => [code, { zh: modesZh[code], en: modesEn[code] }])),
  },
  { key: 'taxRate', titles: term('taxRate'), required: false, kind: 'amount', digits: 4 },
  from,
  { key: 'to', titles: term('effectiveTo'), required: false, kind: 'day' },
  {
    key: 'basis',
    titles: term('basis'),
    required: false,
    kind: 'code',
    options: BASES,
    words: Object.fromEntries(BASES.map((code) => [code, { zh: basesZh[code], en: basesEn[code] }])),
  },
])

/** Columns of a file of costs. */
export const costColumns = defineColumns([
  area,
  sku,
  currency,
  { key: 'cost', titles: own('cost'), required: true, kind: 'amount', positive: true },
  { key: 'floor', titles: own('floor'), required: true, kind: 'amount' },
  from,
])
