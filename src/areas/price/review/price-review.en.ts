import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'
import { bases, flags, modes, parts, taxModes, terms } from '../locale/shared.en.ts'

/** Texts of price reviews in English. */
export const priceReview = {
  label: 'Price review',
  many: 'Price reviews',
  fields: {
    ...pushedHeads,
    ...terms,
    no: 'Request no.',
    source: 'Source',
    creatorRole: 'Creator role',
    priceCutPercent: 'Largest cut',
  },
  lineFields: parts,
  states: pushedLife.states,
  actions: pushedLife.actions,
  effects: pushedLife.effects,
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    retro: flags,
    source: { typed: 'Typed', file: 'File' },
  },
}

export type PriceReviewTexts = typeof priceReview
