import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { rightName } from '../dry-run/dry-run.server.ts'

/** The heading for an area's rights. */
function areaOfRight(language: Language, code: string): { readonly code: string; readonly name: string } {
  const area = code.split('.')[0] ?? code
  const paths = [`${area}.label`, `permission.areas.${area}`]
  const label = paths.map((path) => textAt(language, path)).find((text, at) => text !== paths[at])
  return { code: area, name: label ?? area }
}

export function rightsByArea(language: Language) {
  return Object.keys(knownPermissions().rights)
    .toSorted()
    .map((code) => ({ ...rightName(language, code), area: areaOfRight(language, code).name }))
}
