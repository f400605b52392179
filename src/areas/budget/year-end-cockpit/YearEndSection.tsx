import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of the cockpit with its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className="year-end-section" aria-labelledby={id}>
      <header className="year-end-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
