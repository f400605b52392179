import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
import { productLineReference } from '#areas/product/references.facade.ts'
import {
  budgetRegionReference,
  businessTypeReference,
  departmentReference,
  poolReference,
  projectReference,
} from '../references.facade.ts'

/** References of budget documents, in the order of names in answers. */
export const budgetNames = fieldNames('budget.names', [
  anyArea,
  poolReference,
  departmentReference,
  budgetRegionReference,
  anyCountry,
  projectReference,
  businessTypeReference,
  productLineReference,
])

const named = prepared<{ areaId: number | null; projectPoolCode: string | null }>(
  'budget.named',
  `select id as "areaId", null as "projectPoolCode" from area where case $2 when 'zh' then name_zh else name_en end ilike $1
   union all select null, code from project_pool where case $2 when 'zh' then name_zh else name_en end ilike $1 limit 100`,
)

/** Applications with the word in their title: by area, pool, or formatted period. */
export async function titledBudgets(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(word) ?? []
  const rows = await tx.rows(named(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`, language))
  return [
    ...(year === undefined ? [] : [{ year: Number(year), month: Number(month) }]),
    ...rows.map(({ areaId, projectPoolCode }): TitleFacts =>
      areaId === null ? { projectPoolCode: projectPoolCode! } : { areaId },
    ),
  ]
}
