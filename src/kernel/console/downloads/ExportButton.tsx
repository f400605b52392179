import { Icon } from '#kernel/ui/Icon.tsx'
import { PopMenu } from '#kernel/ui/PopMenu.tsx'
import type { ListViewState } from '../list/list-view-state.ts'
import { pageText } from '../client/i18n.ts'
import { startExport } from './started-exports.ts'

interface ExportButtonProps {
  /** Of the export's call. */
  readonly path: string
  readonly view: ListViewState
}

/** Takes the list along as it stands: its filters, its order, its visible columns. */
export function ExportButton({ path, view }: ExportButtonProps) {
  return (
    <PopMenu
      label={pageText('downloads.export')}
      trigger={
        <>
          <Icon name="download" />
          <span className="top-button-text">{pageText('downloads.export')}</span>
        </>
      }
      items={[
        { key: 'xlsx', text: pageText('downloads.asXlsx'), act: () => void startExport(path, view, 'xlsx') },
        { key: 'csv', text: pageText('downloads.asCsv'), act: () => void startExport(path, view, 'csv') },
      ]}
    />
  )
}
