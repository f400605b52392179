import { useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  readonly title: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** `drawer` is at the right edge over the full height, `sheet` at the bottom over the full width. */
  readonly shape?: 'centre' | 'drawer' | 'sheet'
  readonly width?: number
  /** The address of the page opens it. */
  readonly isAddressed?: boolean
}

/** An open list says so itself; an open calendar is known by its own element. */
const OPEN_LIST =
  ':is(input, [role=combobox])[aria-expanded=true], .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'

/** A native modal: it traps focus, closes with Esc and the browser's Back, and restores focus. Mounted means open. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, onClose, children, footer, shape = 'centre', width = 480, isAddressed = false } = props
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(element, onClose, isAddressed)
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${shape}`}
      style={shape === 'sheet' ? undefined : { width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Cancel events also bubble from file inputs and nested dialogs.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose()
      }}
      onKeyDownCapture={(event) => {
        // Escape closes an open list or calendar first; the dialog around it stays.
        if (event.key === 'Escape' && element.current?.querySelector(OPEN_LIST)) event.preventDefault()
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="dialog-body">{children}</div>
        {footer ? <div className="dialog-foot">{footer}</div> : null}
      </div>
    </dialog>
  )
}
