import { useMemo } from 'react'
import { partsOf, type TablePart } from '#kernel/engine/definition/parts.ts'
import { notify } from '../../client/live/notices.ts'
import type { DocumentDraft } from '../draft/use-document-draft.ts'
import { FormLines } from '../FormLines.tsx'
import type { FormSpec } from '../form-spec.ts'
import type { FormOptions } from '../options.ts'
import type { Problems } from '../problems.ts'
import { withNotes } from './with-notes.ts'
import type { CheckAnswer } from '../use-check.ts'
import { useTable } from './use-table.ts'

/** A cell that is to have the focus; without `table` one of the lines. */
export interface CellPlace {
  readonly table?: string
  readonly row: number
  readonly key: string
}

export interface FormTablesProps {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  readonly options: FormOptions
  readonly answer: CheckAnswer | null
  readonly problems: readonly Problems[]
  readonly idOf: (table: string) => string
  readonly focus: CellPlace | null
  readonly onFocus: (cell: CellPlace) => void
  readonly onHandedOver: () => Promise<void>
}

/** The further tables of a form, each a sheet of its own. Loaded by the forms that have any. */
export function FormTables({ problems, ...props }: FormTablesProps) {
  return partsOf(props.spec.definition).map((part, at) => (
    <FormTable key={part.part} {...props} part={part} problems={problems[at]} />
  ))
}

interface FormTableProps extends Omit<FormTablesProps, 'problems'> {
  readonly part: TablePart
  readonly problems: Problems | undefined
}

const NO_ERRORS = new Map()
const NO_LIMITS: readonly never[] = []
const warn = (text: string): void => notify('warning', text)

function FormTable({
  spec,
  part,
  held,
  options,
  answer,
  problems,
  idOf,
  focus,
  onFocus,
  onHandedOver,
}: FormTableProps) {
  const table = part.part
  const own = useTable({ spec, part, held, options, answer, onRemoved: warn })
  const errors = useMemo(() => withNotes(problems?.rows ?? NO_ERRORS, own.sheet), [problems, own.sheet])
  return (
    <FormLines
      {...own}
      errors={errors}
      problem={problems?.lines ?? null}
      problemId={idOf(table)}
      focus={focus?.table === table ? focus : null}
      limits={NO_LIMITS}
      onFocus={(cell) => onFocus({ ...cell, table })}
      onFile={() => held.setDraft((now) => ({ ...now, source: 'file' }))}
      onHandedOver={onHandedOver}
    />
  )
}
