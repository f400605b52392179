import { Button } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { loadPartTexts } from '../../client/i18n.ts'
import { moved, resized, toggled, WIDTH, type ColumnSettings } from './column-settings.ts'
import type { ColumnPanelTexts } from './column-panel.en.ts'
import './column-panel.css'

const panelText = await loadPartTexts<ColumnPanelTexts>('columnPanel', {
  en: () => import('./column-panel.en.ts'),
  zh: () => import('./column-panel.zh.ts'),
})

interface ColumnPanelProps {
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly settings: ColumnSettings
  /** The current width of a column without a chosen one. */
  readonly widthOf: (key: string) => number
  readonly onChange: (settings: ColumnSettings) => void
  readonly onReset: () => void
}

/** Show, hide, sort, pin and resize a list's columns: by mouse or entirely by keyboard. */
export function ColumnPanel({ columns, settings, widthOf, onChange, onReset }: ColumnPanelProps) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [first] = columns
  const titleOf = (key: string): string => columns.find((column) => column.key === key)?.title ?? key
  const onKeyDown = (event: KeyboardEvent, key: string): void => {
    const at = settings.order.indexOf(key)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const wider = event.key === 'ArrowRight' ? WIDTH.step : event.key === 'ArrowLeft' ? -WIDTH.step : 0
    if (step === 0 && wider === 0) return
    event.preventDefault()
    if (step !== 0) onChange(moved(settings, key, at + step))
    else onChange(resized(settings, key, (settings.widths[key] ?? widthOf(key)) + wider))
    // The row moves; focus stays on it.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-handle="${key}"]`)?.focus())
  }
  return (
    <div className="column-panel">
      <p className="quiet" id="column-panel-help">
        {panelText('help')}
      </p>
      <ul ref={list}>
        {settings.order.map((key, at) => {
          const isPinned = settings.pinned.includes(key)
          return (
            <li
              key={key}
              data-dragged={dragged === key}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                if (dragged !== key) onChange(moved(settings, dragged, at))
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <button
                type="button"
                className="column-handle"
                data-handle={key}
                draggable
                aria-label={panelText('move', { column: titleOf(key) })}
                aria-describedby="column-panel-help"
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(key)
                }}
                onDragEnd={() => setDragged(null)}
                onKeyDown={(event) => onKeyDown(event, key)}
              >
                <Icon name="grip" size={14} />
              </button>
              <label>
                <Checkbox
                  checked={!settings.hidden.includes(key)}
                  disabled={key === first?.key}
                  onChange={() => onChange(toggled(settings, 'hidden', key))}
                />
                <span>{titleOf(key)}</span>
              </label>
              {settings.widths[key] ? <span className="column-width">{settings.widths[key]} px</span> : null}
              <button
                type="button"
                className="icon-button"
                aria-pressed={isPinned}
                aria-label={panelText('pinOne', { column: titleOf(key) })}
                title={panelText('pin')}
                onClick={() => onChange(toggled(settings, 'pinned', key))}
              >
                <Icon name="pin" size={14} />
              </button>
            </li>
          )
        })}
      </ul>
      <footer>
        <Button type="text" size="small" onClick={onReset}>
          {panelText('reset')}
        </Button>
      </footer>
    </div>
  )
}
