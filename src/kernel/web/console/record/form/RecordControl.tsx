import { Input, Select } from 'antd'
import { codesIn, joinCodes } from '#kernel/engine/record/write/codes.ts'
import { type AnyRecord } from '#kernel/engine/record/definition.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { pageText } from '../../client/i18n.ts'
import { useOptions } from '../../client/use-options.ts'
import { DayInput, InstantInput } from '../../days/DayInput.tsx'
import { TextChoice, TextSearchChoice } from '../../form/TextChoice.tsx'
import { TypedControl } from '../../form/TypedControl.tsx'
import { ImageControl } from './ImageControl.tsx'
import { choiceSearch } from './choices.ts'
import { offeredOf } from '#kernel/engine/record/choices.ts'
import { recordApi } from '../record-api.ts'
import { textsOf } from '../record-texts.ts'

interface RecordControlProps extends ControlProps {
  readonly record: AnyRecord
  readonly name: string
  readonly value: string
  readonly isFixed: boolean
  /** Name of the stored file, for a picture. */
  readonly fileName?: string | null | undefined
  readonly onChange: (value: string) => void
}

/** The control of one field: typed, chosen, searched on the server, or several of a list. */
export function RecordControl({ record, name, value, isFixed, fileName, onChange, ...rest }: RecordControlProps) {
  const field = record.fields[name]!
  if (isFixed && (field.links || field.refersTo || field.options || field.stored === 'date'))
    return <Input {...rest} value={value} disabled />
  if (field.links) return <SeveralControl record={record} name={name} value={value} onChange={onChange} {...rest} />
  if (field.refersTo)
    return (
      <TextSearchChoice
        {...rest}
        value={value}
        search={choiceSearch(record, name)}
        disabled={isFixed}
        allowClear={!field.required}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (field.options) {
    const offered = offeredOf(record, name)
    const options = offered.map((each) => ({ value: each, label: textsOf(record).option(name, each) }))
    return (
      <TextChoice
        {...rest}
        value={value}
        options={options}
        disabled={isFixed}
        allowClear={!field.required}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  }
  if (field.isImage) return <ImageControl {...rest} value={value} name={fileName ?? ''} onChange={onChange} />
  if (field.stored === 'timestamptz')
    return <InstantInput {...rest} value={value} disabled={isFixed} onChange={onChange} />
  if (field.stored === 'date') return <DayInput {...rest} value={value} onChange={onChange} />
  return (
    <TypedControl
      {...rest}
      field={field}
      value={value}
      disabled={isFixed}
      placeholder={isFixed ? undefined : field.shape?.like}
      onChange={onChange}
    />
  )
}

const optionOf = ({ code, name }: { readonly code: string; readonly name: string }) => ({
  value: code,
  label: `${code} / ${name}`,
})

function SeveralControl({ record, name, value, onChange, ...rest }: Omit<RecordControlProps, 'isFixed'>) {
  const load = () => recordApi(record).choices(name, '', 200, { handles: true })
  const { options, isLoading } = useOptions([`${record.name}.${name}`], load, optionOf)
  return (
    <Select
      {...rest}
      mode="multiple"
      value={[...codesIn(value)]}
      options={[...options]}
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={pageText('common.choose')}
      notFoundContent={pageText('common.noOptions')}
      onChange={(codes: string[]) => onChange(joinCodes(codes) ?? '')}
    />
  )
}
