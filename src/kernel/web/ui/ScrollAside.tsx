import type { ReactNode } from 'react'
import { useMoreAside } from './use-more-aside.ts'

interface ScrollAsideProps {
  readonly className: string
  /** The name of the region: the keyboard reaches it, so that its arrows move it. */
  readonly label: string
  readonly children: ReactNode
}

/** A frame that scrolls sideways where its table is wider, with a shade at its edge as long as more is there. */
export function ScrollAside({ className, label, children }: ScrollAsideProps) {
  const more = useMoreAside()
  return (
    <div className="more-aside" ref={more}>
      <div className={className} role="region" tabIndex={0} aria-label={label}>
        {children}
      </div>
    </div>
  )
}
