import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DraftMark } from '#kernel/web/console/setting/DraftMark.tsx'
import { SettingDrawer } from '#kernel/web/console/setting/SettingDrawer.tsx'
import { SettingList } from '#kernel/web/console/setting/SettingList.tsx'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { SheetColumn } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { DictionaryContent } from '#kernel/engine/setting/dictionary.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { DictionaryRow } from '../setting-wire.ts'
import { dictionaryApi } from '../setting-api.web.ts'
import { pageLabel } from '../setting-texts.web.ts'

/** Names, order and availability of choices. */
export default function DictionariesPage() {
  const [address] = useSearchParams()
  /** A draft that waits for its second person is opened by its address. */
  const [open, setOpen] = useState(() => address.get('key'))
  const query = useQuery({
    queryKey: ['setting', 'dictionaries'],
    queryFn: ({ signal }) => dictionaryApi.list({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => dictionaryColumns(setOpen), [])
  const opened = query.data?.find(({ code }) => code === open)
  return (
    <>
      <SettingList
        title={pageLabel('dictionary.title')}
        hint={pageLabel('dictionary.hint')}
        columns={columns}
        query={query}
        rows={query.data}
        rowKey={({ code }) => code}
        onOpen={({ code }) => setOpen(code)}
        usual={12}
      />
      {opened ? (
        <SettingDrawer
          key={opened.code}
          name="dictionary"
          settingKey={opened.code}
          title={opened.title}
          calls={dictionaryApi.calls}
          form={form}
          lead={<p className="setting-hint">{pageLabel(opened.isOpen ? 'dictionary.open' : 'dictionary.closed')}</p>}
          linesLabel={pageLabel('dictionary.entries')}
          newRow={() => ({ enabled: 'yes' })}
          onClose={() => setOpen(null)}
          onChanged={() => void query.refetch()}
        />
      ) : null}
    </>
  )
}

function dictionaryColumns(onOpen: (code: string) => void): readonly Column<DictionaryRow>[] {
  return [
    {
      key: 'title',
      title: pageLabel('dictionary.name'),
      isFrozen: true,
      render: (row) => (
        <button type="button" className="link-button" onClick={() => onOpen(row.code)}>
          {row.title}
        </button>
      ),
    },
    { key: 'code', title: pageLabel('dictionary.code'), render: (row) => <code>{row.code}</code> },
    {
      key: 'enabled',
      title: pageLabel('dictionary.enabled'),
      render: (row) => pageLabel('dictionary.of', { enabled: row.enabled, all: row.all }),
    },
    { key: 'names', title: pageLabel('dictionary.entries'), render: (row) => row.names || '/' },
    { key: 'version', title: pageLabel('list.version'), align: 'right', render: (row) => row.version || '/' },
    {
      key: 'draft',
      title: pageLabel('list.draft'),
      render: (row) => <DraftMark by={row.draft?.editedBy.name} at={row.draft?.editedAt} />,
    },
  ]
}

const form: SettingForm<DictionaryContent> = {
  empty: { entries: [] },
  sheeted: ({ entries }) => ({
    head: {},
    rows: entries.map(({ code, zh, en, enabled }) => ({ code, zh, en, enabled: enabled ? 'yes' : 'no' })),
  }),
  contentOf: (_head, rows) => ({
    entries: rows.map(({ code = '', zh = '', en = '', enabled }) => ({
      code: code.trim(),
      zh: zh.trim(),
      en: en.trim(),
      enabled: enabled !== 'no',
    })),
  }),
  columns: entryColumns,
  headTexts: () => [],
  identity: 'code',
  name: 'code',
  isOrdered: true,
  columnOf: (field) => field ?? 'code',
}

function entryColumns(): readonly SheetColumn[] {
  const options = (['yes', 'no'] as const).map((value) => ({ value, label: pageLabel(`dictionary.${value}`) }))
  const text = { kind: 'text', isRequired: true } as const
  return [
    { ...text, key: 'code', title: pageLabel('dictionary.code'), width: 150, maxLength: 64, isFrozen: true },
    { ...text, key: 'zh', title: pageLabel('dictionary.zh'), width: 180, maxLength: 200 },
    { ...text, key: 'en', title: pageLabel('dictionary.en'), width: 180, maxLength: 200 },
    {
      kind: 'choice',
      key: 'enabled',
      title: pageLabel('dictionary.enabled'),
      width: 100,
      isRequired: true,
      options: () => options,
    },
  ]
}
