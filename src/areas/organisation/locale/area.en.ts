import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { organisationErrors } from '../organisation.errors.ts'

const errors = {
  budgetRate: 'Budget rates are those of the year: two people publish them under Approval Bands and Rates',
  sameCurrency: 'Cannot add itself: a currency has no rate against itself',
  gstin: 'An Indian tax number (GSTIN) has 15 characters, like 27AAAAA0000A1Z5',
  hasChildren: 'An organization cannot be deleted while child organizations exist',
  order:
    'A region stands below the headquarters, a country below a region, a branch below any of them: not below {upper}',
  orderBelow: '{lower} below it is of a type that cannot stand below this one',
  enabledBelow: 'It cannot be disabled while organisations below it are in use: {first}',
  ownReach: 'A role of your own would reach further by this move: somebody else has to make it',
  oneRoot: 'The headquarters are HQ, and no other organisation is of that type',
  upper: 'Every organisation has an upper organisation; only the headquarters have none',
} satisfies ErrorTexts<typeof organisationErrors>

/** Texts of the organisation area in English; Chinese satisfies the same shape. No browser loads them: its records bring their own. */
export const en = {
  label: 'Organisation',
  errors,
  placeMoved: 'Where roles are held',
  rights: { choice: 'Choose areas, customers, products and other master data in forms' },
  menu: { group: 'Master data', accounting: 'Accounting organisation' },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type OrganisationTexts = TextShape<typeof en>
