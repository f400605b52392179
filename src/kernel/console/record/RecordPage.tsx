import { Button } from 'antd'
import { type ComponentType, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type AnyRecord, orderOf } from '#kernel/record/definition.ts'
import { menuCode } from '#kernel/record/menu-code.ts'
import type { RecordView } from '#kernel/record/record-view.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { ImportButton } from '../imports/ImportButton.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { ListView } from '../list/ListView.tsx'
import { ViewPicker } from '../list/ViewPicker.tsx'
import { useButtons } from '../shell/session-context.ts'
import { recordApi, type RecordWire } from './record-api.ts'
import { recordColumns, recordFilterSpecs } from './record-columns.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordTree } from './RecordTree.tsx'
import { kitText, textsOf } from './record-texts.ts'

/** Parameter of the address: which record stands open beside the list. */
const OPEN = 'record'
const NEW = 'new'
/** Of a field that a new one begins with. */
const BEGUN = 'new.'
/** How a tree is looked at. */
const SHAPE = 'shape'

/** The list page of a record, in which one of them opens beside the list; or of some of its rows only. */
export function recordPage(record: AnyRecord, view?: RecordView): ComponentType {
  return function RecordListPage() {
    return <RecordList record={record} view={view} />
  }
}

/** What is always asked for is no choice. */
const freeFilters = (record: AnyRecord, view: RecordView | undefined) =>
  recordFilterSpecs(record).filter(({ name }) => !(name in (view?.filters ?? {})))

function RecordList({ record, view }: { readonly record: AnyRecord; readonly view: RecordView | undefined }) {
  const path = view?.page ?? record.page
  const [query, setQuery] = useSearchParams()
  const buttons = useButtons(menuCode(record))
  const texts = textsOf(record)
  const api = recordApi(record)
  const place = new URLSearchParams([...query].filter(([name]) => name !== OPEN && !name.startsWith(BEGUN))).toString()
  const addressOf = useMemo(
    () => (row: RecordWire) => `${path}?${new URLSearchParams([...new URLSearchParams(place), [OPEN, row.id]])}`,
    [path, place],
  )
  const columns = useMemo(() => recordColumns(record, addressOf), [record, addressOf])
  const filters = useMemo(() => freeFilters(record, view), [record, view])
  const title = view ? texts.view(view.name) : texts.title()
  const open = (id: string | null): void => {
    setQuery((old) => {
      const next = new URLSearchParams(old)
      for (const name of old.keys()) if (name.startsWith(BEGUN)) next.delete(name)
      if (id === null) next.delete(OPEN)
      else next.set(OPEN, id)
      return next
    })
  }
  const mayEdit = buttons?.(record.rights.edit) ?? false
  const mayEnable = buttons?.(record.rights.enable ?? record.rights.edit) ?? false
  const opened = query.get(OPEN)
  const shape = record.parent !== undefined && !view && query.get(SHAPE) === 'tree' ? 'tree' : 'list'
  const show = (next: 'list' | 'tree'): void => {
    setQuery((old) => {
      const changed = new URLSearchParams(old)
      if (next === 'tree') changed.set(SHAPE, next)
      else changed.delete(SHAPE)
      return changed
    })
  }
  const primary = mayEdit ? (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => open(NEW)}>
      {kitText('new', { label: texts.label() })}
    </Button>
  ) : null
  return (
    <ListPage
      title={title}
      tabs={record.parent === undefined || view ? null : <Shapes value={shape} onChange={show} />}
    >
      {shape === 'tree' ? (
        <>
          <div className="list-tools">{primary}</div>
          <RecordTree record={record} label={title} chosen={opened} onChoose={open} />
        </>
      ) : (
        <ListView<RecordWire>
          name={record.name}
          list={view ? `${record.name}-${view.name}` : record.name}
          caption={title}
          columns={columns}
          rowKey={idOf}
          rowLabel={nameOf}
          filters={filters}
          {...(view ? { fixedFilters: view.filters } : {})}
          defaultSort={orderOf(record)}
          fetchPage={(request, signal) => api.page(request, { signal, handles: true })}
          fetchCount={(asked, signal) => api.count(asked, { signal, handles: true })}
          addressOf={addressOf}
          emptyText={kitText('none')}
          primary={primary}
          tools={(shown) => (
            <>
              {mayEdit ? <ImportButton kind={record.file} right={record.rights.import} /> : null}
              <ExportButton path={api.exportPath} right={record.rights.export} view={shown} />
            </>
          )}
        />
      )}
      {opened === null || (opened === NEW && !mayEdit) ? null : (
        <RecordDrawer
          key={opened}
          record={record}
          id={opened === NEW ? null : opened}
          mayEdit={mayEdit}
          mayEnable={mayEnable}
          start={begunIn(query)}
          onMade={open}
          onClose={() => open(null)}
        />
      )}
    </ListPage>
  )
}

function Shapes({
  value,
  onChange,
}: {
  readonly value: 'list' | 'tree'
  readonly onChange: (shape: 'list' | 'tree') => void
}) {
  const views = (['list', 'tree'] as const).map((key) => ({ key, text: kitText(`shapes.${key}`) }))
  return <ViewPicker label={kitText('shape')} views={views} value={value} onChange={onChange} />
}

function begunIn(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) => (name.startsWith(BEGUN) ? [[name.slice(BEGUN.length), value]] : [])),
  )
}

const idOf = (row: RecordWire): string => row.id
const nameOf = (row: RecordWire): string => row.name
