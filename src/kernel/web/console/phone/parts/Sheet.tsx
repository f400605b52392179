import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import './sheet.css'

interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Takes the height it can get: a list to search in, whose height would jump with each letter. */
  readonly isTall?: boolean
}

/** A sheet from the bottom: a modal of the platform, so the focus stays in it and comes back. Mounted means open. */
export function Sheet({ title, onClose, children, footer, isTall = false }: SheetProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while it is still in the page, or the focus would not find its way back.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    // Where the page behind stays scrollable, a finger on the sheet moves it.
    document.documentElement.classList.add('sheet-is-open')
    return () => {
      document.documentElement.classList.remove('sheet-is-open')
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={isTall ? 'sheet sheet-tall' : 'sheet'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <div className="sheet-box">
        <header className="sheet-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="phone-icon-button" aria-label={pageText('common.close')} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        </header>
        <div className="sheet-body">{children}</div>
        {footer ? <footer className="sheet-foot">{footer}</footer> : null}
      </div>
    </dialog>
  )
}
