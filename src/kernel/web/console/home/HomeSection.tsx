import { useId, type ReactNode } from 'react'
import type { HomeDevice } from './HomeCards.tsx'

interface HomeSectionProps {
  readonly title: string
  readonly device: HomeDevice
  /** Secondary text beside the title: the time of the data. */
  readonly note?: ReactNode
  readonly link?: { readonly to: string; readonly text: string }
  readonly error?: Error | null
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** One section of the home page: a title, a link to the full list, and its content. */
export function HomeSection({
  title,
  device: { Link, Failure },
  note,
  link,
  error,
  onRetry,
  children,
}: HomeSectionProps) {
  const id = useId()
  return (
    <section className="home-section" aria-labelledby={id}>
      <header className="home-head">
        <h2 id={id}>{title}</h2>
        {note ? <span className="home-note quiet">{note}</span> : null}
        {link ? <Link to={link.to}>{link.text}</Link> : null}
      </header>
      {error ? <Failure error={error} onRetry={() => onRetry?.()} /> : null}
      {children}
    </section>
  )
}
