import { useState } from 'react'
import type { DocumentReference } from '#kernel/engine/definition/fields.ts'
import { useOptions } from '../client/use-options.ts'
import { PickerRow, type RowProps } from '../phone/document/FieldRows.tsx'
import type { Values } from '../sheet/sheet-columns.ts'
import { sameValuesOf, type DocumentOption, findDocuments } from './document-search.ts'

interface DocumentRowProps extends RowProps {
  readonly reference: DocumentReference
  readonly header: Values
  readonly value: string
  readonly onChange: (value: string) => void
}

const itself = (option: DocumentOption): DocumentOption => option

/** A selector of another document, in a phone form. */
export function DocumentRow({ reference, header, value, onChange, ...row }: DocumentRowProps) {
  const [word, setWord] = useState('')
  const sameValue = sameValuesOf(reference, header)
  const load = () => findDocuments(reference, sameValue, word, { handles: true })
  const { options, isLoading, onRetry } = useOptions(
    ['document', reference.type, JSON.stringify(sameValue), word],
    load,
    itself,
  )
  return (
    <PickerRow
      {...row}
      value={value}
      options={options}
      isLoading={isLoading}
      onRetry={onRetry}
      onSearch={setWord}
      onPick={(option) => onChange(option?.value ?? '')}
    />
  )
}
