import { useState, type ReactNode } from 'react'
import Button from 'antd-mobile/es/components/button'
import { pageText } from '../../client/i18n.ts'
import './show-more.css'

const STEP = 50

interface ShowMoreProps<T> {
  readonly items: readonly T[]
  readonly first: number
  readonly render: (item: T, index: number) => ReactNode
  readonly className?: string
}

/** A long list in portions: a phone never renders thousands of cards at once. */
export function ShowMore<T>({ items, first, render, className }: ShowMoreProps<T>) {
  const [shown, setShown] = useState(first)
  const hidden = items.length - shown
  return (
    <>
      <ul className={className}>{items.slice(0, shown).map(render)}</ul>
      {hidden > 0 ? (
        <Button block fill="none" className="show-more" onClick={() => setShown(shown + STEP)}>
          {pageText('phone.showMore', { count: hidden })}
        </Button>
      ) : null}
    </>
  )
}
