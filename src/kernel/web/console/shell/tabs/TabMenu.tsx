import { useEffect, useRef, type KeyboardEvent } from 'react'

export interface TabMenuItem {
  readonly key: string
  readonly text: string
  readonly isDisabled?: boolean
  readonly act: () => void
}

interface TabMenuProps {
  readonly label: string
  readonly at: { readonly x: number; readonly y: number }
  readonly items: readonly TabMenuItem[]
  readonly onClose: () => void
}

/** A context menu: arrow keys move, Enter activates, Esc and a press elsewhere close; focus is restored. */
export function TabMenu({ label, at, items, onClose }: TabMenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const before = document.activeElement
    const menu = box.current
    if (!menu) return undefined
    const { width, height } = menu.getBoundingClientRect()
    menu.style.left = `${Math.max(4, Math.min(at.x, window.innerWidth - width - 4))}px`
    menu.style.top = `${Math.max(4, Math.min(at.y, window.innerHeight - height - 4))}px`
    entriesOf(menu)[0]?.focus()
    const elsewhere = (event: MouseEvent): void => {
      if (!menu.contains(event.target as Node)) close.current()
    }
    document.addEventListener('mousedown', elsewhere)
    return () => {
      document.removeEventListener('mousedown', elsewhere)
      if (menu.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [at])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = entriesOf(event.currentTarget)
    const now = entries.indexOf(document.activeElement as HTMLElement)
    entries.at((now + (event.key === 'ArrowDown' ? 1 : -1)) % entries.length)?.focus()
  }
  return (
    <div ref={box} className="pop-menu-list tab-menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          disabled={item.isDisabled}
          onClick={() => {
            onClose()
            item.act()
          }}
        >
          {item.text}
        </button>
      ))}
    </div>
  )
}

function entriesOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
}
