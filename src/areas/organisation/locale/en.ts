import type { AreaTexts } from '#kernel/i18n/texts.ts'

export const en = {
  label: 'Organisation',
  errors: {},
} satisfies AreaTexts

export type OrganisationTexts = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : (typeof en)[K]
}
