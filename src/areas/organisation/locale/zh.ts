import type { OrganisationTexts } from './en.ts'

export const zh: OrganisationTexts = {
  label: '组织',
  errors: {},
}
