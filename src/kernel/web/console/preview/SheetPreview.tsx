import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { useModal } from '#kernel/web/ui/use-modal.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { downloadAttachment } from '../attachments/open-attachment.ts'
import { post } from '../client/api.ts'
import { areaTexts } from '../client/i18n.ts'
import type { en } from './locale/en.ts'
import '../attachments/preview.css'
import './sheet-preview.css'

const text = areaTexts<typeof en>('preview')

interface SheetView extends PreviewRows {
  readonly fileName: string
  readonly size: number
  readonly sheets: readonly string[]
  readonly hasMoreRows: boolean
  readonly hasMoreColumns: boolean
}

interface SheetPreviewProps {
  readonly fileKey: string
  readonly fileName: string
  readonly onClose: () => void
}

/** Previews the beginning of a workbook or csv file over the whole window, sheet by sheet. Esc closes and restores focus. */
export function SheetPreview({ fileKey, fileName, onClose }: SheetPreviewProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [sheet, setSheet] = useState(0)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['sheet-preview', fileKey, sheet],
    queryFn: ({ signal }) =>
      post<SheetView>('/aps/file/preview/sheet', { key: fileKey, sheet }, { signal, handles: true }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  useModal(element, onClose)
  // Rendered outside of its opener, so that a surrounding table's styles do not apply.
  return createPortal(
    <dialog
      ref={element}
      className="preview"
      aria-labelledby={titleId}
      // A drawer below would otherwise handle Esc itself.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="preview-head">
        <div className="preview-title">
          <h2 id={titleId}>{fileName}</h2>
          <span role="status">{data ? sizeText(data.size) : ''}</span>
        </div>
        <button
          type="button"
          className="preview-tool"
          aria-label={text('download')}
          title={text('download')}
          onClick={() => void downloadAttachment(fileKey)}
        >
          <Icon name="download" size={18} />
        </button>
        <button
          type="button"
          className="preview-tool"
          aria-label={text('close')}
          title={text('close')}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </button>
      </div>
      <div className="preview-body sheet-preview">
        {error ? (
          <div className="preview-message" role="alert">
            <Icon name="file" size={28} />
            <p>{text('failed', { reason: error.message })}</p>
            <button type="button" className="preview-offer" onClick={() => void downloadAttachment(fileKey)}>
              {text('download')}
            </button>
          </div>
        ) : (
          <Sheet view={data} isStale={isPlaceholderData} />
        )}
        {data && data.sheets.length > 1 ? <Tabs sheets={data.sheets} at={sheet} onChoose={setSheet} /> : null}
      </div>
    </dialog>,
    document.body,
  )
}

function Sheet({ view, isStale }: { readonly view: SheetView | undefined; readonly isStale: boolean }) {
  if (!view)
    return (
      <p className="preview-message" role="status">
        {text('loading')}
      </p>
    )
  if (view.rows.length === 0) return <p className="preview-message">{text('empty')}</p>
  const cut = cutText(view)
  return (
    <>
      {cut === null ? null : (
        <p className="sheet-cut" role="status">
          <Icon name="info" /> {cut}
        </p>
      )}
      <SheetTable rows={view.rows} isStale={isStale} />
    </>
  )
}

function cutText({ rows, hasMoreRows, hasMoreColumns }: SheetView): string | null {
  const columns = Math.max(...rows.map(({ cells }) => cells.length))
  if (hasMoreRows && hasMoreColumns) return text('moreBoth', { count: rows.length, columns })
  if (hasMoreRows) return text('moreRows', { count: rows.length })
  return hasMoreColumns ? text('moreColumns', { count: columns }) : null
}

interface TabsProps {
  readonly sheets: readonly string[]
  readonly at: number
  readonly onChoose: (sheet: number) => void
}

/** Sheet tabs at the bottom, as in a spreadsheet; arrow keys move between them. */
function Tabs({ sheets, at, onChoose }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const go = (next: number): void => {
    if (next < 0 || next >= sheets.length) return
    onChoose(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      ref={list}
      className="sheet-tabs"
      role="tablist"
      aria-label={text('sheets')}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(at + 1)
        else if (event.key === 'ArrowLeft') go(at - 1)
      }}
    >
      {sheets.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={index === at}
          tabIndex={index === at ? 0 : -1}
          onClick={() => onChoose(index)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface PreviewRows {
  readonly rows: readonly {
    /** Row number of the spreadsheet. */
    readonly row: number
    readonly cells: readonly string[]
    /** Indexes of the cells that hold numbers. */
    readonly numbers: readonly number[]
  }[]
}

interface SheetTableProps extends PreviewRows {
  readonly isStale: boolean
}

/** A sheet as in the file, with its first filled row as head and row numbers. */
function SheetTable({ rows, isStale }: SheetTableProps) {
  const [head, ...body] = rows
  if (!head) return null
  const columns = Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, (_, at) => at)
  /** A title is aligned like its figures. */
  const isNumber = columns.map((at) => body.some(({ numbers }) => numbers.includes(at)))
  return (
    // A person who scrolls by the keyboard has to get into it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={isStale ? 'sheet-view is-stale' : 'sheet-view'} tabIndex={0}>
      <table className="sheet-table" data-unstacked>
        <thead>
          <tr>
            <th scope="col" className="sheet-place">
              {head.row}
            </th>
            {columns.map((at) => (
              <th key={at} scope="col" className={isNumber[at] ? 'is-number' : undefined}>
                {head.cells[at]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(({ row, cells, numbers }) => (
            <tr key={row}>
              <th scope="row" className="sheet-place">
                {row}
              </th>
              {columns.map((at) => (
                <td key={at} className={numbers.includes(at) ? 'is-number' : undefined} title={long(cells[at])}>
                  {numbers.includes(at) ? figure(cells[at]) : cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Amounts are formatted as everywhere; other numbers (a year, a quantity) as in the file. */
function figure(cell: string | undefined): string | undefined {
  return cell !== undefined && /^-?\d+\.\d\d$/.test(cell) ? formatAmount(cell) : cell
}

/** Full text for a cell that is probably truncated. */
function long(cell: string | undefined): string | undefined {
  return cell !== undefined && cell.length > 30 ? cell : undefined
}
