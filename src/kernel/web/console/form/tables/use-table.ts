import { useCallback, useMemo } from 'react'
import type { TablePart } from '#kernel/engine/definition/parts.ts'
import { readText } from '../../document/reading.ts'
import { draftOfPart, type FormDraft } from '../draft/draft.ts'
import type { DocumentDraft } from '../draft/use-document-draft.ts'
import { useFormOptions } from '../form-options.ts'
import type { FormSpec } from '../form-spec.ts'
import type { FormOptions } from '../options.ts'
import type { CheckAnswer } from '../use-check.ts'
import { useLines } from '../use-lines.ts'

interface TableOfForm {
  readonly spec: FormSpec
  readonly part: TablePart
  readonly held: Pick<DocumentDraft, 'draft' | 'setDraft'>
  /** Of the header and the lines. */
  readonly options: FormOptions
  readonly answer: CheckAnswer | null
  readonly onRemoved?: (text: string) => void
}

/** A new form begins with the rows of its own start. */
const useNoStart = () => null

/** A further table of a form as the form of a document whose lines are its rows, on desktop and phone. */
export function useTable({ spec, part, held, options: whole, answer, onRemoved }: TableOfForm) {
  const { setDraft } = held
  const table = part.part
  const own = useMemo<FormSpec>(
    () => ({ definition: part, useStart: useNoStart, ...spec.tables?.[table] }),
    [spec, part, table],
  )
  const draft = useMemo(() => draftOfPart(part, held.draft), [part, held.draft])
  const setRows = useCallback<DocumentDraft['setDraft']>(
    (change) =>
      setDraft((now) => ({ ...now, tables: { ...now.tables, [table]: change(draftOfPart(part, now)).lines } })),
    [setDraft, part, table],
  )
  const { sheet, dispatch } = useLines(draft, own, setRows, onRemoved)
  const asked = {
    definition: part,
    useOptions: (header: FormDraft['header']) => ({ ...own.useOptions?.(header), fields: whole.fields }),
  }
  const options = useFormOptions(asked, draft.header)
  const rows = answer?.checked.tables?.[table]
  const valueOf = useCallback((column: string, row: number) => readText(rows?.[row]?.values[column]) || null, [rows])
  return { spec: own, draft, sheet, dispatch, options, valueOf }
}
