import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { errorsInOrder } from '../../sheet/errors-in-order.ts'
import { shortened } from '../../sheet/shortened.ts'
import { FILES } from '../draft/draft.ts'
import type { FormSpec } from '../form-spec.ts'
import type { Problems } from '../problems.ts'
import type { CellPlace } from '../tables/FormTables.tsx'
import { type FormProblem, withLabel } from './FormSummary.tsx'

/** After an attempt to submit, every problem; before, only problems of no single field. */
export function summaryOf(
  { definition }: FormSpec,
  problems: Problems,
  formId: string,
  attempt: number,
  setFocus: (focus: CellPlace) => void,
): readonly FormProblem[] {
  const other = problems.other.map((text) => ({
    key: text,
    text,
    jump: () => (attempt > 0 ? document.querySelector<HTMLElement>('.sheet-scroll')?.focus() : undefined),
  }))
  if (attempt === 0) return other
  const texts = documentTexts(definition)
  const header = viewOf(definition).form.flatMap((name) => {
    const text = problems.header[name]
    if (text === undefined) return []
    const jump = (): void => document.getElementById(`${formId}${name}`)?.focus()
    return [{ key: name, text: withLabel(texts.field(name), text), jump }]
  })
  const tables = partsOf(definition).flatMap((part, at) => {
    const own = problems.tables[at]
    const title = documentTexts(part).lines()
    return own ? rowsOf(part, own, formId, setFocus, { table: part.part, title: `${title} · ` }) : []
  })
  return [...header, ...filesOf(problems), ...rowsOf(definition, problems, formId, setFocus), ...tables, ...other]
}

export function linesId(formId: string, table = 'lines'): string {
  return `${formId}${table}`
}

/** The lines as a whole, where one can be added, and each cell; of a further table under its name. */
function rowsOf(
  definition: AnyDefinition,
  { lines, rows }: Problems,
  formId: string,
  setFocus: (focus: CellPlace) => void,
  { table, title = '' }: { readonly table?: string; readonly title?: string } = {},
): readonly FormProblem[] {
  const cells = [...errorsInOrder(definition, rows)].flatMap(([row, errors]) =>
    Object.entries(errors).map(([key, text]) => ({
      key: `${table ?? ''} ${row} ${key}`,
      text: `${title}${pageText('form.row', { row: row + 1 })}: ${shortened(text)}`,
      jump: () => setFocus({ row, key, ...(table === undefined ? {} : { table }) }),
    })),
  )
  if (lines === null) return cells
  const jump = (): void => document.getElementById(linesId(formId, table))?.focus()
  return [{ key: `lines ${table ?? ''}`, text: `${title}${lines}`, jump }, ...cells]
}

function filesOf({ header: { [FILES]: text } }: Problems): readonly FormProblem[] {
  if (text === undefined) return []
  return [{ key: FILES, text, jump: () => document.querySelector<HTMLElement>('.file-choose')?.focus() }]
}
