import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { integrationErrors } from '../integration.errors.ts'

const errors = {
  address: 'An address is written like https://erp.company.example/api: no password, no question mark, no #',
  addressClear: 'Only this machine may be spoken to without encryption: https:// is needed',
  zoneMissing: 'A schedule needs a time zone',
  pagingMissing: 'A pull needs to know how pages are asked for',
} satisfies ErrorTexts<typeof integrationErrors>

/** Texts of the integration area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Integration',
  errors,
}

export type IntegrationTexts = TextShape<typeof en>
