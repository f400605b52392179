import { useState, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import './collapsible.css'

interface FoldProps {
  readonly title: string
  /** At the end of the head: count, amount. */
  readonly aside?: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A collapsible section. Collapsed content is not rendered: a page of 10,000 lines opens as quickly as one of three. */
export function Collapsible({ title, aside, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {aside ? <span className="fold-aside">{aside}</span> : null}
        <Icon name="down" size={18} />
      </summary>
      {isOpen ? <div className="fold-body">{children}</div> : null}
    </details>
  )
}
