import { partsOf, type TablePart } from '#kernel/engine/definition/parts.ts'
import type { Names } from '#kernel/engine/definition/view.ts'
import type { DocumentDraft } from '../../form/draft/use-document-draft.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import type { FormOptions } from '../../form/options.ts'
import type { Problems } from '../../form/problems.ts'
import type { CheckAnswer } from '../../form/use-check.ts'
import { useTable } from '../../form/tables/use-table.ts'
import { FormLines } from './FormLines.tsx'

export interface PhoneTablesProps {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  readonly names: Names
  readonly options: FormOptions
  readonly answer: CheckAnswer | null
  readonly problems: readonly Problems[]
  readonly isTried: boolean
}

/** The further tables of a form on a phone, each as cards. Loaded by the forms that have any. */
export function PhoneTables({ problems, ...props }: PhoneTablesProps) {
  return partsOf(props.spec.definition).map((part, at) => (
    <PhoneTable key={part.part} {...props} part={part} problems={problems[at]} />
  ))
}

interface PhoneTableProps extends Omit<PhoneTablesProps, 'problems'> {
  readonly part: TablePart
  readonly problems: Problems | undefined
}

const NO_ERRORS = new Map()

function PhoneTable({ problems, names, isTried, ...table }: PhoneTableProps) {
  const { sheet, valueOf, ...own } = useTable(table)
  return (
    <FormLines
      {...own}
      names={names}
      rows={sheet.rows}
      errors={problems?.rows ?? NO_ERRORS}
      problem={problems?.lines ?? null}
      isTried={isTried}
      limits={[]}
      computedOf={valueOf}
    />
  )
}
