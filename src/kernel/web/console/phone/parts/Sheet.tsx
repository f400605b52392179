import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { useModal } from '#kernel/web/ui/use-modal.ts'
import { pageText } from '../../client/i18n.ts'
import './sheet.css'

interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Uses the full height, for a searchable list whose height would otherwise change with each letter. */
  readonly isTall?: boolean
}

/** A sheet from the bottom: a native modal, so that focus stays in it and returns, and Back closes it. Mounted means open. */
export function Sheet({ title, onClose, children, footer, isTall = false }: SheetProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(element, onClose)
  useLayoutEffect(() => {
    // Otherwise a finger on the sheet would scroll the page behind it.
    document.documentElement.classList.add('sheet-is-open')
    return () => {
      // The sheet out of which this one was opened is still there.
      if (!document.querySelector('dialog.sheet[open]')) document.documentElement.classList.remove('sheet-is-open')
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={isTall ? 'sheet sheet-tall' : 'sheet'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Cancel events also bubble from a sheet that was opened out of this one.
        if (event.target !== element.current) return
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
