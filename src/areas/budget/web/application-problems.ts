import type { WireRefusal } from '#kernel/console/client/api.ts'
import { chooseRefusalText, pageText } from '#kernel/console/client/i18n.ts'
import type { RowErrors } from '#kernel/console/sheet/Sheet.tsx'
import { columnOfField, filledLines, LINE_LIMITS, type ApplicationDraft } from './application-form.ts'

/** What is wrong with an application, where it belongs on the page. */
export interface Problems {
  readonly header: Readonly<Record<string, string>>
  readonly rows: RowErrors
  /** About no field of the page. */
  readonly other: readonly string[]
}

/** Before anybody tried to submit, what is merely not filled in yet is no error. */
const NOT_YET = new Set(['document.required', 'document.noLines', 'budget.budgetRequired'])

/** Fields of the header that the page shows; a refusal about another stands in the summary. */
const SHOWN = new Set([
  'areaId',
  'year',
  'month',
  'budgetDeptCode',
  'projectPoolCode',
  'productClass',
  'currency',
  'regionCode',
  'reason',
])

export function problemsOf(refusals: readonly WireRefusal[], draft: ApplicationDraft, isAttempted: boolean): Problems {
  const header: Record<string, string> = {}
  const rows = new Map<number, Record<string, string>>()
  const other: string[] = []
  const limit = LINE_LIMITS[draft.source]
  const count = filledLines(draft.lines).length
  if (count > limit) other.push(pageText('sheet.tooMany', { limit, count }))
  for (const refusal of refusals) {
    if ((!isAttempted && NOT_YET.has(refusal.key)) || (refusal.key === 'document.tooManyLines' && other.length > 0))
      continue
    const text = chooseRefusalText(refusal)
    if (refusal.row !== undefined && refusal.row < draft.lines.length) {
      const row = rows.get(refusal.row) ?? {}
      row[columnOfField(refusal.field ?? 'countryCode')] ??= text
      rows.set(refusal.row, row)
    } else if (refusal.field && SHOWN.has(refusal.field)) header[refusal.field] ??= text
    else other.push(text)
  }
  return { header, rows, other }
}

export function hasProblems(problems: Problems): boolean {
  return problems.other.length > 0 || problems.rows.size > 0 || Object.keys(problems.header).length > 0
}
