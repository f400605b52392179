import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { pageText } from '../client/i18n.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import type { ListViewState } from '../list/list-view-state.ts'
import { exportingText } from './exporting-text.ts'
import { tellFailure } from '../client/live/notices.ts'
import { type ExportFormat, type ExportOrder, startExport } from './started-exports.ts'
import './export-button.css'

const SplitDialog = lazy(() => import('./SplitDialog.tsx').then((module) => ({ default: module.SplitDialog })))

interface ExportButtonProps {
  /** Path of the export's call. */
  readonly path: string
  /** Path of the list as a PDF, for lists that are printed. */
  readonly pdfPath?: string | undefined
  /** Right that the page's buttons must include. */
  readonly right: string
  /** The list's current state. A table without configurable columns has none. */
  readonly view?: Pick<ListViewState, 'filters' | 'sort' | 'columns'>
  /** Filters of a list without a view, or the call's other parameters. */
  readonly filters?: Readonly<Record<string, unknown>>
  readonly isPolled?: boolean
  /** Saves typed input first; false where that failed. */
  readonly settle?: () => Promise<boolean>
}

/** Exports the list as displayed: one click for a workbook; csv, PDF, and all columns, in the menu. */
export function ExportButton({ path, pdfPath, right, view, filters, isPolled = false, settle }: ExportButtonProps) {
  const holds = usePageButtons()
  const [running, setRunning] = useState(0)
  const [refused, setRefused] = useState<{ readonly order: ExportOrder; readonly advice: string } | null>(null)
  if (!holds?.(right)) return null
  const start = async (order: ExportOrder): Promise<void> => {
    setRunning((count) => count + 1)
    const isSettled = (await settle?.()) ?? true
    const advice = isSettled ? await startExport(order) : null
    setRunning((count) => count - 1)
    if (advice !== null) setRefused({ order, advice })
  }
  const run = (format: ExportFormat, isAll: boolean): void => {
    const seen = isAll || !view ? {} : { columns: view.columns.map(({ key }) => key) }
    const sort = view && view.sort.length > 0 ? { sort: view.sort } : {}
    void start({ path, isPolled, body: { ...(filters ?? view?.filters), ...sort, ...seen, format } })
  }
  const savePdf = async (): Promise<void> => {
    setRunning((count) => count + 1)
    // Few lists have a PDF, and few people ask for it.
    await import('./save-list-pdf.ts')
      .then(({ saveListPdf }) => saveListPdf(pdfPath ?? '', { filters: view?.filters ?? {}, sort: view?.sort ?? [] }))
      .catch(tellFailure)
    setRunning((count) => count - 1)
  }
  const item = (key: 'asXlsx' | 'asCsv', format: ExportFormat) => ({
    key,
    text: pageText(`downloads.${key}`),
    act: () => run(format, false),
  })
  const all = (key: 'allXlsx' | 'allCsv', format: ExportFormat) => ({
    key,
    text: exportingText(key),
    act: () => run(format, true),
  })
  return (
    <div className="export-button">
      <button type="button" className="top-button" aria-busy={running > 0} onClick={() => run('xlsx', false)}>
        <Icon name="download" />
        {pageText('downloads.export')}
      </button>
      <PopMenu
        label={exportingText('more')}
        trigger={<Icon name="down" size={14} />}
        className="top-button export-more"
        items={[
          item('asXlsx', 'xlsx'),
          item('asCsv', 'csv'),
          ...(pdfPath === undefined ? [] : [{ key: 'pdf', text: exportingText('pdf'), act: () => void savePdf() }]),
          ...(view ? [all('allXlsx', 'xlsx'), all('allCsv', 'csv')] : []),
        ]}
      />
      {refused ? (
        <Suspense fallback={null}>
          <SplitDialog
            advice={refused.advice}
            onSplit={() => void start({ ...refused.order, body: { ...refused.order.body, parts: true } })}
            onClose={() => setRefused(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
