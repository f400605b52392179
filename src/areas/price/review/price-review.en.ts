import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'
import { bases, flags, modes, parts, taxModes, terms } from '../locale/shared.en.ts'

/** What each act on an approved review asks for. */
const acted = { skuCodes: 'SKU IDs (none: all lines)', reason: 'Reason' }

/** Texts of price reviews in English. */
export const priceReview = {
  label: 'Price review',
  many: 'Price reviews',
  fields: {
    ...pushedHeads,
    ...terms,
    validity: 'Validity',
    no: 'Request no.',
    source: 'Source',
    applicationNo: 'Price application',
    creatorRole: 'Creator role',
    priceCutPercent: 'Largest cut',
  },
  lineFields: parts,
  states: pushedLife.states,
  axes: {
    validity: {
      toBeEffective: 'To Be Effective',
      effective: 'Effective',
      expired: 'Expired',
      inactivated: 'Inactivated',
    },
  },
  actions: { ...pushedLife.actions, endEarly: 'End early', revoke: 'Revoke', extend: 'Extend' },
  acts: {
    endEarly: {
      note: 'The prices of this review end with this day. Where it was temporary, what was in force before comes back; otherwise there is no price afterwards.',
      fields: { ...acted, day: 'Last day' },
    },
    revoke: {
      note: 'Prices of this review that have not begun never do, and what they would have replaced comes back.',
      fields: acted,
    },
    extend: {
      note: 'Prices of this review that end before this day hold until it ends, in place of what would follow them.',
      fields: { ...acted, day: 'New last day' },
    },
  },
  effects: { financePush: 'Push to the ERP (finance)', dataCentrePush: 'Push to the data centre' },
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    retro: flags,
    source: { typed: 'Typed', file: 'File' },
  },
}

export type PriceReviewTexts = typeof priceReview
