import { heads } from '#kernel/engine/definition/document-texts.en.ts'
import { bases, parts, taxModes, terms } from '../locale/shared.en.ts'

const { classificationCode, customerCode, tradeTermCode, taxMode, taxRate, effectiveFrom, effectiveTo, basis } = terms
const { skuCode, previousPrice, price } = parts
const { reason, state, drafter, createdAt, updatedAt, submittedAt, lines } = heads

/** Texts of price feeds in English. */
export const priceFeed = {
  label: 'Price feed',
  many: 'Price feeds',
  fields: {
    no: 'Feed no.',
    reason,
    state,
    drafter,
    createdAt,
    updatedAt,
    submittedAt,
    lines,
    idcCode: 'Data centre',
    areaId: 'Area',
    source: 'Came from',
    reference: 'Import or message',
    creatorRole: 'Creator role',
    lineCount: 'Prices',
  },
  lineFields: {
    sourceRow: 'Row',
    classificationCode,
    customerCode,
    skuCode,
    tradeTermCode,
    currency: 'Currency',
    price,
    previousPrice,
    taxMode,
    taxRate,
    effectiveFrom,
    effectiveTo,
    basis,
  },
  history: 'What was done',
  states: { draft: 'Draft', applied: 'In the list', undone: 'Taken back' },
  actions: { submit: 'Submit', undo: 'Take back' },
  acts: {
    undo: {
      note: 'The prices of this feed leave the list, and what stood before comes back. This is refused where another document changed one of them since.',
      fields: { reason: 'Reason' },
    },
  },
  options: {
    source: { file: 'A file', system: 'Another system' },
    taxMode: taxModes,
    basis: bases,
  },
}

export type PriceFeedTexts = typeof priceFeed
