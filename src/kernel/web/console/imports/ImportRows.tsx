import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { Pager } from '../list/Pager.tsx'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { useTabState } from '../shell/tabs/use-tab-state.ts'
import { ErrorBanner } from '../Banner.tsx'
import { importApi, importKeys, type RowsQuestion, SHOWN, type Shown } from './import-api.ts'
import { importText } from './import-text.ts'
import { ImportGrid } from './grid/ImportGrid.tsx'
import { RowCards } from './grid/RowCards.tsx'
import { countText } from './run-figures.ts'
import type { Edits } from './grid/use-edits.ts'

/** Below this width a grid would show two columns. */
const NARROW = 720
const ROWS_OF_PAGE = 50

/** Rows of the file: what each would change, or did, and its errors; editable while the run waits. */
export function ImportRows({ run, edits }: { readonly run: ImportRunView; readonly edits: Edits }) {
  const { show, setShow, page, setPage, limit, setLimit, query } = useRowsPage(run)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(NARROW)
  const { data, error, isPending, isPlaceholderData, refetch } = query
  const rows = data?.records ?? []
  const chosen = rows.filter(({ row }) => selected.has(row))
  const setRemoved = async (removed: boolean): Promise<void> => {
    const changed = chosen.filter(({ action }) => (action === 'removed') !== removed).map(({ row }) => row)
    setSelected(new Set())
    // The button disappears with the selection; focus returns to the rows.
    box.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
    await edits.setRemoved(changed, removed)
  }
  const common = { run, rows, edits, selected, onSelect: setSelected, isStale: isPlaceholderData }
  return (
    <section className="import-rows" ref={box}>
      <div className="import-row-tools">
        <Filters run={run} show={show} onShow={setShow} />
        {run.can.edit && chosen.length > 0 ? (
          <>
            <span className="import-selected">{importText('rows.selected', { count: chosen.length })}</span>
            {chosen.some(({ action }) => action !== 'removed') ? (
              <Button icon={<Icon name="minus" />} onClick={() => void setRemoved(true)}>
                {importText('rows.remove')}
              </Button>
            ) : null}
            {chosen.some(({ action }) => action === 'removed') ? (
              <Button icon={<Icon name="undo" />} onClick={() => void setRemoved(false)}>
                {importText('rows.restore')}
              </Button>
            ) : null}
          </>
        ) : null}
        {edits.count > 0 ? <SaveTools edits={edits} /> : null}
      </div>
      {error ? (
        <ErrorBanner
          error={error}
          text={(reason) => importText('rows.failed', { reason })}
          onRetry={() => void refetch()}
        />
      ) : null}
      {rows.length === 0 && !error && !isPending && !isPlaceholderData ? (
        <p className="import-none quiet">{importText(show === 'bad' ? 'rows.noneBad' : 'rows.none')}</p>
      ) : null}
      {isPending ? <div className="pane-loading" role="status" aria-label={pageText('common.loading')} /> : null}
      {rows.length === 0 ? null : isNarrow ? <RowCards {...common} /> : <ImportGrid {...common} />}
      <Pager
        page={page}
        limit={limit}
        total={data?.recordTotal ?? null}
        isCapped={false}
        mayHaveMore={rows.length === limit}
        onPage={setPage}
        onLimit={setLimit}
      />
    </section>
  )
}

/** Filter of the rows; stored with the tab. First those whose writing asks for a reason, then invalid ones, because they need work. */
function useRowsPage(run: ImportRunView) {
  const [chosen, setChosen] = useTabState<Shown | null>('rowsShown', null)
  const [page, setPage] = useTabState('rowsPage', 1)
  const [limit, setLimit] = useTabState<number>('rowsLimit', ROWS_OF_PAGE)
  const isBadFirst = (run.state === 'checked' && run.rows.bad > 0) || run.rows.kept > 0
  const isAskedFirst = run.state === 'checked' && run.rows.asked > 0
  const show = chosen ?? (isAskedFirst ? 'asked' : isBadFirst ? 'bad' : 'all')
  const question: RowsQuestion = { importId: run.importId, show, page, limit }
  const query = useQuery({
    queryKey: importKeys.rows(question),
    queryFn: ({ signal }) => importApi.rows(question, { signal, handles: true }),
    placeholderData: keepPreviousData,
  })
  // Corrected or excluded rows leave the filtered list, so the last page may disappear.
  const last = Math.max(1, Math.ceil((query.data?.recordTotal ?? 0) / limit))
  if (query.data && !query.isPlaceholderData && page > last) setPage(last)
  return {
    show,
    page,
    limit,
    query,
    setPage,
    setShow: (next: Shown) => {
      setChosen(next)
      setPage(1)
    },
    setLimit: (next: number) => {
      setLimit(next)
      setPage(1)
    },
  }
}

interface FiltersProps {
  readonly run: ImportRunView
  readonly show: Shown
  readonly onShow: (show: Shown) => void
}

function countsOf({ rows }: ImportRunView): Record<Shown, number> {
  const { total, asked, bad, kept, create, update, same } = rows
  return {
    all: total,
    asked,
    bad: bad + kept,
    create,
    update,
    same,
    removed: Math.max(0, total - bad - create - update - same),
  }
}

/** The number of rows of each kind; each count filters. */
function Filters({ run, show, onShow }: FiltersProps) {
  const counts = countsOf(run)
  return (
    <div className="import-filters" role="group" aria-label={importText('rows.show')}>
      {SHOWN.filter((each) => each === 'all' || each === show || counts[each] > 0).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === show}
          className={each === 'bad' && counts.bad > 0 ? 'is-bad' : undefined}
          onClick={() => onShow(each)}
        >
          <span className="import-figure">{countText(counts[each])}</span>
          {importText(`rows.filters.${each}`)}
        </button>
      ))}
    </div>
  )
}

function SaveTools({ edits }: { readonly edits: Edits }) {
  return (
    <div className="import-save">
      <Button icon={<Icon name="close" />} disabled={edits.isSaving} onClick={edits.clear}>
        {importText('rows.undo')}
      </Button>
      <Button type="primary" icon={<Icon name="check" />} loading={edits.isSaving} onClick={() => void edits.save()}>
        {edits.isSaving ? importText('rows.saving') : importText('rows.save', { count: countText(edits.count) })}
      </Button>
    </div>
  )
}
