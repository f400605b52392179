import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface DialogProps {
  readonly title: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** `drawer` is at the right edge over the full height. */
  readonly shape?: 'centre' | 'drawer'
  readonly width?: number
}

/** A native modal: it traps focus, closes with Esc, and restores focus. Mounted means open. */
export function Dialog({ title, closeLabel, onClose, children, footer, shape = 'centre', width = 480 }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while still in the page, so that focus can return.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${shape}`}
      style={{ width }}
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
