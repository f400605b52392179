import { sheetDeskText } from './sheet-desk-text.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'

interface SheetToolsProps {
  readonly rowCount: number
  readonly selected: ReadonlySet<number>
  readonly badCount: number
  readonly isBadOnly: boolean
  readonly canUndo: boolean
  readonly onBadOnly: (isBadOnly: boolean) => void
  readonly onAdd: () => void
  readonly onCopy: () => void
  readonly onDelete: () => void
  readonly onFill: (() => void) | null
  readonly onUndo: () => void
  readonly tools: ReactNode
}

export function SheetTools(props: SheetToolsProps) {
  const hasSelection = props.selected.size > 0
  return (
    <div className="sheet-tools">
      <Button icon={<Icon name="plus" />} onClick={props.onAdd}>
        {pageText('sheet.addLine')}
      </Button>
      <Button type="text" icon={<Icon name="copy" />} disabled={!hasSelection} onClick={props.onCopy}>
        {pageText('sheet.copyLine')}
      </Button>
      <Button type="text" icon={<Icon name="trash" />} disabled={!hasSelection} onClick={props.onDelete}>
        {pageText('sheet.deleteLine')}
      </Button>
      <Button
        type="text"
        icon={<Icon name="fill" />}
        disabled={!props.onFill}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => props.onFill?.()}
      >
        {sheetDeskText('fillDown')}
      </Button>
      <Button type="text" icon={<Icon name="undo" />} disabled={!props.canUndo} onClick={props.onUndo}>
        {pageText('sheet.undo')}
      </Button>
      {hasSelection ? <span className="quiet">{sheetDeskText('selected', { count: props.selected.size })}</span> : null}
      <div className="sheet-tools-end">
        {props.badCount > 0 || props.isBadOnly ? (
          <label className="sheet-bad-only">
            <Checkbox checked={props.isBadOnly} onChange={props.onBadOnly} />
            {sheetDeskText('badOnly')} ({props.badCount})
          </label>
        ) : null}
        {props.tools}
      </div>
    </div>
  )
}
