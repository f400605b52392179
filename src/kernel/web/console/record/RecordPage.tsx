import { Button } from 'antd'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type AnyRecord, orderOf } from '#kernel/engine/record/definition.ts'
import { menuCode } from '#kernel/engine/record/menu-code.ts'
import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { ImportButton } from '../imports/ImportButton.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { ListViewState } from '../list/list-view-state.ts'
import { ListView } from '../list/ListView.tsx'
import { ViewPicker } from '../list/views/ViewPicker.tsx'
import { useButtons } from '../shell/session-context.ts'
import { placeFieldsOf } from './form/place-fields.ts'
import { recordApi, type RecordWire } from './record-api.ts'
import { recordColumns, recordFilterSpecs } from './record-columns.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordTree } from './RecordTree.tsx'
import type { RecordMapProps } from './RecordMap.tsx'
import { kitText, textsOf } from './record-texts.ts'

/** Address parameter of the record open beside the list. */
const OPEN = 'record'
const NEW = 'new'
/** Prefix of initial values of a new one. */
const BEGUN = 'new.'
/** Parameter of the display form. */
const SHAPE = 'shape'
type Shape = 'list' | 'tree' | 'map'

const RecordMap = lazy(() => import('./RecordMap.tsx').then((module) => ({ default: module.RecordMap })))

/** The list page of a record with one of them open beside it; or a filtered view. */
export function recordPage(record: AnyRecord, view?: RecordView): ComponentType {
  return function RecordListPage() {
    return <RecordList record={record} view={view} />
  }
}

/** Fixed filters of a view are not offered. */
const freeFilters = (record: AnyRecord, view: RecordView | undefined) =>
  recordFilterSpecs(record).filter(({ name }) => !(name in (view?.filters ?? {})))

/** Display forms: list, tree for hierarchies, map for positions. */
function shapesOf(record: AnyRecord, view: RecordView | undefined): readonly Shape[] {
  if (view) return ['list']
  return [
    'list',
    ...(record.parent === undefined ? [] : ['tree' as const]),
    ...(placeFieldsOf(record) ? ['map' as const] : []),
  ]
}

const nothing = (): boolean => false

interface RecordListProps {
  readonly record: AnyRecord
  readonly view: RecordView | undefined
}

function RecordList({ record, view }: RecordListProps) {
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
  const open = (id: string | null): void => setQuery((old) => opening(old, id))
  const mayEdit = buttons?.(record.rights.edit) ?? false
  const opened = query.get(OPEN)
  const shapes = shapesOf(record, view)
  const shape = shapes.find((each) => each === query.get(SHAPE)) ?? 'list'
  const show = (next: Shape): void => setQuery((old) => withParameter(old, SHAPE, next === 'list' ? null : next))
  const primary = mayEdit ? (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => open(NEW)}>
      {kitText('new', { label: texts.label() })}
    </Button>
  ) : null
  return (
    <ListPage
      title={title}
      tabs={shapes.length === 1 ? null : <Shapes shapes={shapes} value={shape} onChange={show} />}
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
          {...(shape === 'map'
            ? { instead: (shown: ListViewState) => <OnMap record={record} filters={shown.filters} onOpen={open} /> }
            : {})}
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
          may={buttons ?? nothing}
          start={{ ...view?.filters, ...begunIn(query) }}
          onMade={open}
          onClose={() => open(null)}
        />
      )}
    </ListPage>
  )
}

function OnMap(props: RecordMapProps) {
  return (
    <Suspense fallback={<p className="quiet">{pageText('common.loading')}</p>}>
      <RecordMap {...props} />
    </Suspense>
  )
}

function withParameter(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (value === null) changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** Opens or closes a record beside the list; initial values are dropped. */
function opening(query: URLSearchParams, id: string | null): URLSearchParams {
  const next = withParameter(query, OPEN, id)
  for (const name of query.keys()) if (name.startsWith(BEGUN)) next.delete(name)
  return next
}

interface ShapesProps {
  readonly shapes: readonly Shape[]
  readonly value: Shape
  readonly onChange: (shape: Shape) => void
}

function Shapes({ shapes, value, onChange }: ShapesProps) {
  const views = shapes.map((key) => ({ key, text: kitText(`shapes.${key}`) }))
  return <ViewPicker label={kitText('shape')} views={views} value={value} onChange={onChange} />
}

function begunIn(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) => (name.startsWith(BEGUN) ? [[name.slice(BEGUN.length), value]] : [])),
  )
}

const idOf = (row: RecordWire): string => row.id
const nameOf = (row: RecordWire): string => row.name
