import { qb } from '#kernel/platform/db/statement.ts'
import { nameIn } from '#kernel/engine/document/list/selector.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** Enabled product lines, in display order. */
export function productLines(language: Language) {
  return qb
    .selectFrom('product_line as l')
    .select(['l.code', 'l.parent_code', 'l.product_class', nameIn(language, 'l').as('name')])
    .where('l.enabled', '=', true)
    .orderBy('l.position')
    .orderBy('l.code')
}
