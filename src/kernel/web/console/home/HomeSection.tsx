import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import { ErrorBanner } from '../Banner.tsx'

interface HomeSectionProps {
  readonly title: string
  /** Secondary text beside the title: the time of the data. */
  readonly note?: ReactNode
  readonly link?: { readonly to: string; readonly text: string }
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** One section of the home page: a title, a link to the full list, and its content. */
export function HomeSection({ title, note, link, error, onRetry, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section className="home-section" aria-labelledby={id}>
      <header className="section-head">
        <h2 id={id}>{title}</h2>
        {note ? <span className="section-note quiet">{note}</span> : null}
        {link ? <Link to={link.to}>{link.text}</Link> : null}
      </header>
      {error ? (
        <ErrorBanner error={error} text={(reason) => pageText('home.failed', { reason })} onRetry={() => onRetry?.()} />
      ) : null}
      {children}
    </section>
  )
}

/** A number that links to the list it counts. */
export function FigureLink({
  to,
  value,
  label,
}: {
  readonly to: string
  readonly value: number
  readonly label: ReactNode
}) {
  return (
    <Link to={to} className="figure">
      <span className="figure-value">{value.toLocaleString('en-US')}</span>
      <span className="figure-label">{label}</span>
    </Link>
  )
}
