import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { pageText } from '#kernel/console/client/i18n.ts'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import { SettingDrawer } from '#kernel/console/setting/SettingDrawer.tsx'
import type { SettingForm } from '#kernel/console/setting/use-setting-editor.ts'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { ErrorStrip } from '#kernel/console/Strip.tsx'
import type { ParameterContent, ParameterValue } from '#kernel/setting/parameter.ts'
import { DataTable } from '#kernel/ui/DataTable.tsx'
import { Field } from '#kernel/ui/Field.tsx'
import type { Column } from '#kernel/ui/table-columns.ts'
import type { ParameterRow } from '../setting-wire.ts'
import { DraftMark } from './DraftMark.tsx'
import { parameterApi } from './setting-api.ts'
import { pageLabel } from './setting-texts.ts'

/** What administrators set of the running product, each changed by two people. */
export function ParametersPage() {
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['setting', 'parameters'],
    queryFn: ({ signal }) => parameterApi.list({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => parameterColumns(setOpen), [])
  const opened = data?.find(({ key }) => key === open)
  return (
    <>
      <header className="page-head">
        <h1>{pageLabel('parameter.title')}</h1>
      </header>
      <p className="setting-hint">{pageLabel('parameter.hint')}</p>
      {error ? (
        <ErrorStrip
          error={error}
          text={(reason) => pageText(data ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void refetch()}
        />
      ) : null}
      <DataTable
        caption={pageLabel('parameter.title')}
        columns={columns}
        rows={data ?? []}
        rowKey={({ key }) => key}
        onOpen={({ key }) => setOpen(key)}
        maxHeight={760}
        skeletonRows={isPending ? 9 : 0}
      />
      {opened ? (
        <ParameterDrawer key={opened.key} row={opened} onClose={() => setOpen(null)} onChanged={() => void refetch()} />
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
    { key: 'value', title: pageLabel('list.value'), align: 'right', render: (row) => valueText(row, row.value) },
    {
      key: 'delivered',
      title: pageLabel('list.delivered'),
      align: 'right',
      render: (row) => <span className="quiet">{valueText(row, row.delivered)}</span>,
    },
    { key: 'version', title: pageLabel('list.version'), align: 'right', render: (row) => row.version || '/' },
    { key: 'draft', title: pageLabel('list.draft'), render: (row) => <DraftMark draft={row.draft} /> },
    { key: 'hint', title: '', render: (row) => <span className="quiet">{row.hint}</span> },
  ]
}

function optionText(option: string): string {
  return option === 'en' || option === 'zh' ? pageLabel(`parameter.options.${option}`) : option
}

function valueText(row: ParameterRow, value: ParameterValue): string {
  if (row.unit) return pageLabel(`parameter.unit.${row.unit}`, { value: Number(value).toLocaleString('en-US') })
  if (typeof value === 'object') return value.map(optionText).join(', ') || '/'
  return optionText(String(value))
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
          {row.kind === 'integer' ? (
            <Input
              value={head['value'] ?? ''}
              maxLength={9}
              inputMode="numeric"
              onChange={(event) => onChange({ value: event.target.value })}
            />
          ) : (
            <TextChoice
              value={head['value'] ?? ''}
              options={row.options.map((value) => ({ value, label: optionText(value) }))}
              onChange={(value) => onChange({ value: value ?? head['value'] ?? '' })}
            />
          )}
        </Field>
      )}
      onClose={onClose}
      onChanged={onChanged}
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
  if (row.kind === 'choices') {
    return text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
  }
  return row.kind === 'integer' && /^\d{1,9}$/.test(text.trim()) ? Number(text) : text
}
