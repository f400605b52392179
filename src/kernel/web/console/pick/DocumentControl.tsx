import { useCallback } from 'react'
import type { DocumentReference } from '#kernel/engine/definition/fields.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { TextSearchChoice } from '../form/TextChoice.tsx'
import type { Values } from '../sheet/sheet-columns.ts'
import { sameValuesOf, findDocuments } from './document-search.ts'

interface DocumentControlProps extends ControlProps {
  readonly reference: DocumentReference
  readonly header: Values
  readonly value: string
  readonly isRequired: boolean
  readonly onChange: (value: string) => void
}

/** A selector of another document, searched on the server. */
export function DocumentControl({ reference, header, value, isRequired, onChange, ...rest }: DocumentControlProps) {
  const sameValue = JSON.stringify(sameValuesOf(reference, header))
  const search = useCallback(
    async (keyword: string, signal: AbortSignal) => {
      const like = JSON.parse(sameValue) as Readonly<Record<string, string>>
      const found = await findDocuments(reference, like, keyword, { signal, handles: true })
      return found.map(({ value: no, label, detail }) => ({
        value: no,
        label: [label, detail].filter(Boolean).join(' · '),
      }))
    },
    [reference, sameValue],
  )
  return (
    <TextSearchChoice
      {...rest}
      value={value}
      search={search}
      allowClear={!isRequired}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
