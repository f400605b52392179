import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import './popover.css'

interface PopoverProps {
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string
  /** Rendered while open; `close` returns focus to the button. */
  readonly children: (close: () => void) => ReactNode
}

/** A button with a panel: Esc and a click elsewhere close. */
export function Popover({ label, trigger, className = 'icon-button', children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = (event: MouseEvent): void => {
      const target = event.target as Element
      // A dialog opened from here, and the library's popups, are elsewhere in the page.
      if (!box.current?.contains(target) && !target.closest('dialog, .ant-select-dropdown')) setOpen(false)
    }
    document.addEventListener('mousedown', closeOutside)
    return () => document.removeEventListener('mousedown', closeOutside)
  }, [isOpen])
  const close = (): void => {
    setOpen(false)
    document.getElementById(`${id}-button`)?.focus()
  }
  return (
    <div
      className="popover"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        type="button"
        id={`${id}-button`}
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div className="popover-panel" id={id} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  )
}
