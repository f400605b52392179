import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { organisationErrors } from '../organisation.errors.ts'

const errors = {
  budgetRate: 'Budget rates are those of the year: two people publish them under Approval Bands and Rates',
  sameCurrency: 'A currency has no rate against itself',
} satisfies ErrorTexts<typeof organisationErrors>

/** Texts of the organisation area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Organisation',
  errors,
  menu: { group: 'Master Data' },
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type OrganisationTexts = Widened<typeof en>
