import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { kernelText, pageText } from '#kernel/web/console/client/i18n.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { DraftMark } from '#kernel/web/console/setting/DraftMark.tsx'
import { SettingDrawer } from '#kernel/web/console/setting/SettingDrawer.tsx'
import { SettingList } from '#kernel/web/console/setting/SettingList.tsx'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { ParameterContent, ParameterValue } from '#kernel/platform/parameter/parameter.ts'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { ParameterRow } from '../setting-wire.ts'
import { parameterApi } from '../setting-api.web.ts'
import { pageLabel } from '../setting-texts.web.ts'

/** Parameters of the running product, each changed by two people. */
export default function ParametersPage() {
  const [address] = useSearchParams()
  /** A draft that waits for its second person is opened by its address. */
  const [open, setOpen] = useState(() => address.get('key'))
  const query = useQuery({
    queryKey: ['setting', 'parameters'],
    queryFn: ({ signal }) => parameterApi.list({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => parameterColumns(setOpen), [])
  const opened = query.data?.find(({ key }) => key === open)
  return (
    <>
      <SettingList
        title={pageLabel('parameter.title')}
        hint={pageLabel('parameter.hint')}
        columns={columns}
        query={query}
        rows={query.data}
        rowKey={({ key }) => key}
        onOpen={({ key }) => setOpen(key)}
        usual={11}
      />
      {opened ? (
        <ParameterDrawer
          key={opened.key}
          row={opened}
          onClose={() => setOpen(null)}
          onChanged={() => void query.refetch()}
        />
      ) : null}
    </>
  )
}

function parameterColumns(onOpen: (key: string) => void): readonly Column<ParameterRow>[] {
  return [
    {
      key: 'label',
      title: pageLabel('parameter.name'),
      isFrozen: true,
      render: (row) => (
        <button type="button" className="link-button" onClick={() => onOpen(row.key)}>
          {row.label}
        </button>
      ),
    },
    {
      key: 'value',
      title: pageLabel('list.value'),
      align: 'right',
      width: 170,
      render: (row) => <span title={valueText(row, row.value)}>{valueText(row, row.value)}</span>,
    },
    {
      key: 'delivered',
      title: pageLabel('list.delivered'),
      align: 'right',
      width: 120,
      render: (row) => (
        <span className="quiet">
          {textOf(row.value) === textOf(row.delivered) ? pageLabel('parameter.same') : valueText(row, row.delivered)}
        </span>
      ),
    },
    {
      key: 'hint',
      title: pageLabel('parameter.says'),
      width: 410,
      render: (row) => (
        <span className="quiet" title={row.hint}>
          {row.hint}
        </span>
      ),
    },
    {
      key: 'version',
      title: pageLabel('list.version'),
      align: 'right',
      width: 70,
      render: (row) => row.version || '/',
    },
    {
      key: 'draft',
      title: pageLabel('list.draft'),
      width: 160,
      render: (row) => <DraftMark by={row.draft?.editedBy.name} at={row.draft?.editedAt} />,
    },
  ]
}

function optionText({ options }: ParameterRow, option: string): string {
  return options.find(({ value }) => value === option)?.label ?? option
}

function valueText(row: ParameterRow, value: ParameterValue): string {
  if (row.unit) return pageLabel(`parameter.unit.${row.unit}`, { value: Number(value).toLocaleString('en-US') })
  if (typeof value === 'object')
    return value.map((option) => optionText(row, option)).join(kernelText('separator')) || '/'
  return optionText(row, String(value))
}

interface DrawerProps {
  readonly row: ParameterRow
  readonly onClose: () => void
  readonly onChanged: () => void
}

function ParameterDrawer({ row, onClose, onChanged }: DrawerProps) {
  const form = useMemo(() => formOf(row), [row])
  const label = row.unit ? pageLabel(`parameter.unitName.${row.unit}`) : pageLabel('parameter.value')
  return (
    <SettingDrawer
      name="parameter"
      settingKey={row.key}
      title={row.label}
      calls={parameterApi.calls}
      form={form}
      lead={<p className="setting-hint">{row.hint}</p>}
      fields={(head, onChange) => (
        <Field
          id="parameter-value"
          label={label}
          isRequired
          aside={row.min === null ? null : pageLabel('parameter.range', { min: row.min, max: row.max ?? '' })}
        >
          <ValueInput row={row} value={head['value'] ?? ''} onChange={(value) => onChange({ value })} />
        </Field>
      )}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

interface ValueInputProps {
  readonly row: ParameterRow
  readonly value: string
  readonly onChange: (value: string) => void
  /** Id of the surrounding field. */
  readonly id?: string
}

function ValueInput({ row, value, onChange, ...rest }: ValueInputProps) {
  if (row.kind === 'integer')
    return (
      <Input
        {...rest}
        value={value}
        maxLength={9}
        inputMode="numeric"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if (row.kind === 'choice')
    return <TextChoice {...rest} value={value} options={row.options} onChange={(chosen) => onChange(chosen ?? value)} />
  return (
    <Select
      {...rest}
      mode="multiple"
      value={[...codesIn(value)]}
      options={[...row.options]}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={pageText('common.noOptions')}
      onChange={(codes: string[]) => onChange(codes.join(', '))}
    />
  )
}

function formOf(row: ParameterRow): SettingForm<ParameterContent> {
  return {
    empty: { value: row.delivered },
    sheeted: ({ value }) => ({ head: { value: textOf(value) }, rows: [] }),
    contentOf: (head: Values) => ({ value: valueOf(row, head['value'] ?? '') }),
    columns: () => [],
    headTexts: () => [
      { key: 'value', title: pageLabel('parameter.value'), text: (text) => valueText(row, valueOf(row, text)) },
    ],
    identity: 'key',
    name: 'key',
    isOrdered: false,
    columnOf: () => 'value',
  }
}

const textOf = (value: ParameterValue): string => (typeof value === 'object' ? value.join(', ') : String(value))

function valueOf(row: ParameterRow, text: string): ParameterValue {
  if (row.kind === 'choices') return codesIn(text)
  return row.kind === 'integer' && /^\d{1,9}$/.test(text.trim()) ? Number(text) : text
}

const codesIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
