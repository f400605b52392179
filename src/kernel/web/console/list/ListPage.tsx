import { createContext, useState, type ReactNode } from 'react'

/** Slot for a list's view picker, beside the title of its page. */
export const ViewSlot = createContext<HTMLElement | null>(null)

interface ListPageProps {
  readonly title: string
  /** Shown at the right end of the head: the subject of the whole page (an area, a company). */
  readonly aside?: ReactNode
  /** Tabs of a page with several lists. */
  readonly tabs?: ReactNode
  readonly children: ReactNode
}

/** The page of a list: title and view picker, then the list itself (ux.md section 2). */
export function ListPage({ title, aside, tabs, children }: ListPageProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <>
      <header className="page-head list-head">
        <h1>{title}</h1>
        <div className="list-view-slot" ref={setSlot} />
        {aside ? <div className="list-head-aside">{aside}</div> : null}
      </header>
      {tabs}
      <ViewSlot value={slot}>{children}</ViewSlot>
    </>
  )
}
