import { Button } from 'antd'
import { lazy, Suspense, type ReactNode, type RefObject } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { Popover } from '#kernel/web/ui/Popover.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { pageText } from '../client/i18n.ts'
import { listDeskText } from './list-desk-text.ts'
import type { ListViewSetup } from './use-list-view.ts'

const ColumnPanel = lazy(() => import('./views/ColumnPanel.tsx').then((module) => ({ default: module.ColumnPanel })))

interface ListToolsProps<T> {
  readonly setup: ListViewSetup<T>
  /** All columns of the list, in its own order. */
  readonly columns: readonly Column<T>[]
  readonly box: RefObject<HTMLElement | null>
  readonly onRefresh: () => void
  readonly children: ReactNode
}

/** The right end of the toolbar: refresh, print, row height, columns, and the page's own tools (an export). */
export function ListTools<T>({ setup, columns, box, onRefresh, children }: ListToolsProps<T>) {
  const { density } = setup
  const other = density === 'compact' ? 'cosy' : 'compact'
  const densityText = listDeskText(other === 'cosy' ? 'densityCosy' : 'densityCompact')
  return (
    <div className="list-tools-end">
      <Tool icon="refresh" text={pageText('list.refresh')} onClick={onRefresh} />
      <Tool icon="print" text={pageText('list.print')} onClick={() => window.print()} />
      <Tool
        icon={density === 'compact' ? 'rows' : 'rowsWide'}
        text={densityText}
        onClick={() => setup.setDensity(other)}
      />
      <Popover label={pageText('list.columns')} trigger={<Icon name="columns" />} className="icon-button list-tool">
        {() => (
          <Suspense fallback={<div className="column-panel-loading" />}>
            <ColumnPanel
              columns={columns}
              settings={setup.settings}
              widthOf={(key) => box.current?.querySelector<HTMLElement>(`th[data-column="${key}"]`)?.offsetWidth ?? 120}
              onChange={setup.setColumns}
              onReset={() => setup.setColumns(null)}
            />
          </Suspense>
        )}
      </Popover>
      {children}
    </div>
  )
}

interface ToolProps {
  readonly icon: 'refresh' | 'print' | 'rows' | 'rowsWide'
  readonly text: string
  readonly onClick: () => void
}

function Tool({ icon, text, onClick }: ToolProps) {
  return <Button type="text" icon={<Icon name={icon} />} aria-label={text} title={text} onClick={onClick} />
}
