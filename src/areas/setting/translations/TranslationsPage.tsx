import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Pager } from '#kernel/web/console/list/Pager.tsx'
import { DraftMark } from '#kernel/web/console/setting/DraftMark.tsx'
import { SettingDrawer } from '#kernel/web/console/setting/SettingDrawer.tsx'
import { SettingList } from '#kernel/web/console/setting/SettingList.tsx'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { TextRow } from '../setting-wire.ts'
import { type TextContent, translationApi } from '../setting-api.web.ts'
import { pageLabel } from '../setting-texts.web.ts'

const WHICH = ['all', 'changed', 'missing', 'drafts'] as const
const LANGUAGES = ['zh', 'en'] as const

/** Every text of the product, in Chinese and English. */
export default function TranslationsPage() {
  const [open, setOpen] = useState<TextRow | null>(null)
  const [keyword, setKeyword] = useTabState('keyword', '')
  const [part, setPart] = useTabState('part', '')
  const [which, setWhich] = useTabState<(typeof WHICH)[number]>('which', 'all')
  const asked = useDeferredValue(keyword)
  const filtered = JSON.stringify([asked, part, which])
  const [at, setAt] = useState({ filtered, page: 1, limit: 20 })
  // Other filters lead to the first page.
  const page = at.filtered === filtered ? at.page : 1
  const { limit } = at
  const query = useQuery({
    queryKey: ['setting', 'translations', asked, part, which, page, limit],
    queryFn: ({ signal }) =>
      translationApi.list({ keyword: asked, part, which, page, limit }, { signal, handles: true }),
    placeholderData: (before) => before,
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => textColumns(setOpen), [])
  const { data } = query
  const parts = (data?.parts ?? []).map((value) => ({ value, label: value }))
  const filters = (
    <>
      <div className="setting-head">
        <Field id="text-keyword" label={pageLabel('list.search')}>
          <Input value={keyword} maxLength={200} allowClear onChange={(event) => setKeyword(event.target.value)} />
        </Field>
        <Field id="text-part" label={pageLabel('translation.part')}>
          <TextChoice
            value={part || null}
            allowClear
            placeholder={pageLabel('translation.all')}
            options={parts}
            onChange={(value) => setPart(value ?? '')}
          />
        </Field>
        <Field id="text-which" label={pageLabel('translation.which')}>
          <TextChoice
            value={which}
            options={WHICH.map((value) => ({
              value,
              label: pageLabel(value === 'all' ? 'translation.every' : `translation.${value}`),
            }))}
            onChange={(value) => setWhich(WHICH.find((each) => each === value) ?? 'all')}
          />
        </Field>
      </div>
    </>
  )
  return (
    <>
      <SettingList
        title={pageLabel('translation.title')}
        hint={pageLabel('translation.hint')}
        columns={columns}
        query={query}
        rows={data?.rows}
        rowKey={({ key }) => key}
        onOpen={setOpen}
        usual={16}
        filters={filters}
        empty={<p className="quiet">{pageLabel('translation.none')}</p>}
        foot={
          <Pager
            page={page}
            limit={limit}
            total={data?.total ?? null}
            isCapped={false}
            mayHaveMore={data?.rows.length === limit}
            onPage={(next) => setAt({ filtered, page: next, limit })}
            onLimit={(next) => setAt({ filtered, page: 1, limit: next })}
          />
        }
      />
      {open ? <TextDrawer row={open} onClose={() => setOpen(null)} onChanged={() => void query.refetch()} /> : null}
    </>
  )
}

function TextDrawer(props: { readonly row: TextRow; readonly onClose: () => void; readonly onChanged: () => void }) {
  const { key, places } = props.row
  return (
    <SettingDrawer
      key={key}
      name="translation"
      settingKey={key}
      title={<code>{key}</code>}
      calls={translationApi.calls}
      form={form}
      lead={
        places.length > 0 ? (
          <p className="setting-hint">
            {pageLabel('translation.places', { names: places.map((name) => `{${name}}`).join(' ') })}
          </p>
        ) : null
      }
      fields={(head, onChange) =>
        LANGUAGES.map((language) => (
          <Field key={language} id={`text-${language}`} label={pageLabel(`translation.${language}`)} isRequired>
            <Input.TextArea
              value={head[language] ?? ''}
              maxLength={2000}
              autoSize={{ minRows: 3, maxRows: 10 }}
              lang={language}
              onChange={(event) => onChange({ [language]: event.target.value })}
            />
          </Field>
        ))
      }
      onClose={props.onClose}
      onChanged={props.onChanged}
    />
  )
}

function textColumns(onOpen: (row: TextRow) => void): readonly Column<TextRow>[] {
  return [
    {
      key: 'key',
      title: pageLabel('translation.key'),
      isFrozen: true,
      render: (row) => (
        <button type="button" className="link-button" onClick={() => onOpen(row)}>
          {row.key}
        </button>
      ),
    },
    { key: 'zh', title: pageLabel('translation.zh'), render: (row) => row.zh || '/' },
    { key: 'en', title: pageLabel('translation.en'), render: (row) => row.en || '/' },
    { key: 'version', title: pageLabel('list.version'), align: 'right', render: (row) => row.version || '/' },
    {
      key: 'draft',
      title: pageLabel('list.draft'),
      render: (row) => <DraftMark by={row.draft?.editedBy.name} at={row.draft?.editedAt} />,
    },
  ]
}

const form: SettingForm<TextContent> = {
  empty: { zh: '', en: '' },
  sheeted: ({ zh, en }) => ({ head: { zh, en }, rows: [] }),
  contentOf: (head: Values) => ({ zh: head['zh'] ?? '', en: head['en'] ?? '' }),
  columns: () => [],
  headTexts: () => LANGUAGES.map((key) => ({ key, title: pageLabel(`translation.${key}`) })),
  identity: 'key',
  name: 'key',
  isOrdered: false,
  columnOf: () => 'zh',
}
