import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import { exactText } from '#kernel/engine/definition/view.ts'
import { formatAmount, readAmount } from '#kernel/base/money/money.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import type { ApiError } from '../../client/api.ts'
import { structuredSummary, isStructured } from '../../structured-field/structured-summary.ts'
import { documentTexts, type DocumentTexts } from '../../client/document-texts.ts'
import { loadPartTexts, pageText } from '../../client/i18n.ts'
import { FILES, type FormDraft } from '../draft/draft.ts'
import { type DraftDifference, differences } from './draft-differences.ts'
import type { ConflictTexts } from '../locale/conflict.en.ts'
import { type FormOptions, labelOf, type OptionList } from '../options.ts'

export const conflictWord = await loadPartTexts<ConflictTexts>('conflict', {
  en: () => import('../locale/conflict.en.ts'),
  zh: () => import('../locale/conflict.zh.ts'),
})

/** The person and the time, in the reader's time zone. */
export function conflictText({ refusal, message }: ApiError): string {
  const at = refusal?.params['at']
  const isStale = refusal?.key === 'document.stale' || refusal?.key === 'record.stale'
  if (!isStale || typeof at !== 'string') return message
  return conflictWord('stale', { ...refusal.params, at: timeText(at) })
}

export interface DifferenceText {
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** The differences as texts: labels for fields, names for codes. */
export function differenceTexts(
  definition: AnyDefinition,
  options: FormOptions,
  mine: FormDraft,
  theirs: FormDraft,
): readonly DifferenceText[] {
  const parts = new Map(partsOf(definition).map((part) => [part.part, part]))
  return differences(definition, mine, theirs).map((found) => {
    const { key, row, field } = found
    const part = parts.get(found.table ?? '') ?? definition
    const texts = documentTexts(part)
    const place = row === null ? '' : pageText('form.row', { row: row + 1 })
    const line = part.part === undefined ? place : `${texts.lines()} · ${place}`
    if (field === null) return { key, label: line, mine: hasLine(found.mine), theirs: hasLine(found.theirs) }
    if (field === FILES)
      return { key, label: pageText('attachments.title'), mine: found.mine || '/', theirs: found.theirs || '/' }
    const read = (value: string): string =>
      row === null
        ? valueOf(texts, definition.fields[field], options.fields[field], field, value)
        : valueOf(texts, part.lines[field], options.lines[field], field, value)
    const label = row === null ? texts.field(field) : `${line} · ${texts.lineField(field)}`
    return { key, label, mine: read(found.mine), theirs: read(found.theirs) }
  })
}

function hasLine(mark: DraftDifference['mine']): string {
  return conflictWord(mark === '' ? 'lineGone' : 'lineHere')
}

function valueOf(
  texts: DocumentTexts,
  field: Field | undefined,
  list: OptionList | undefined,
  name: string,
  value: string,
): string {
  if (value === '') return '/'
  if (field?.kind === 'choice') return texts.option(name, value)
  if (field?.kind === 'money') return typeof readAmount(value) === 'string' ? value : formatAmount(value)
  if (field?.exact) return exactText(field, value)
  if (field && isStructured(field)) return structuredSummary(field, value, {})
  return list ? labelOf(list, value) : value
}
