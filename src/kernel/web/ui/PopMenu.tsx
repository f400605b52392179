import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface PopMenuItem {
  readonly key: string
  readonly text: ReactNode
  readonly icon?: ReactNode
  readonly disabled?: boolean
  readonly act: () => void
}

interface PopMenuProps {
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string
  readonly heading?: ReactNode
  readonly items: readonly PopMenuItem[]
  /** The menu opens above a button at the bottom of the window. */
  readonly side?: 'below' | 'above'
}

/** A button with a menu: arrow keys move, Esc and a click elsewhere close. */
export function PopMenu({ label, trigger, className = 'top-button', heading, items, side = 'below' }: PopMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    box.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus()
    const closeOutside = (event: MouseEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('mousedown', closeOutside)
    return () => document.removeEventListener('mousedown', closeOutside)
  }, [isOpen])

  const close = (): void => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    entries.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus()
  }
  return (
    <div className="pop-menu" ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div ref={keepInWindow} className={side === 'above' ? 'pop-menu-list pop-menu-above' : 'pop-menu-list'}>
          {heading ? <div className="pop-menu-heading">{heading}</div> : null}
          <div role="menu" id={id} aria-label={label}>
            {items.map((item) => (
              <button
                key={item.key}
                type="button"
                role="menuitem"
                disabled={item.disabled}
                onClick={() => {
                  close()
                  item.act()
                }}
              >
                {item.icon}
                {item.text}
              </button>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}

const MARGIN_PX = 8

/**
 * Aligned with the end of its button, unless it would then start outside of the page or window; on the side of the button where it has room,
 * and no higher than that.
 */
function keepInWindow(list: HTMLElement | null): void {
  const button = list?.parentElement?.getBoundingClientRect()
  if (!list || !button) return
  const edge = list.closest('.pane')?.getBoundingClientRect().left ?? 0
  if (list.getBoundingClientRect().left < edge) list.classList.add('pop-menu-from-start')
  const [over, under] = [button.top - MARGIN_PX, innerHeight - button.bottom - MARGIN_PX]
  const { height } = list.getBoundingClientRect()
  const isAbove = list.classList.contains('pop-menu-above')
  if (height > (isAbove ? over : under) && (isAbove ? under > over : over > under))
    list.classList.toggle('pop-menu-above')
  const room = list.classList.contains('pop-menu-above') ? over : under
  if (height > room) list.style.maxHeight = `${room}px`
}
