import type { ReactNode } from 'react'
import './row-card.css'

export interface CardFact {
  readonly key: string
  readonly label: string
  readonly value: ReactNode
}

interface RowCardProps {
  readonly title: ReactNode
  /** In smaller type under the title; what says nothing is already left out. */
  readonly below: readonly { readonly key: string; readonly label?: string | null; readonly value: ReactNode }[]
  readonly state?: ReactNode
  /** Between the head and the facts. */
  readonly lead?: ReactNode
  readonly facts: readonly CardFact[]
}

/** A row of a list on a phone: what it is called, its state, and what a person asks about it first. */
export function RowCard({ title, below, state, lead, facts }: RowCardProps) {
  return (
    <>
      <div className="row-card-head">
        <h2 className="row-card-title">{title}</h2>
        {state ? <span className="row-card-state">{state}</span> : null}
        {below.length > 0 ? (
          <p className="row-card-below">
            {below.map(({ key, label, value }) => (
              <span key={key}>
                {label ? `${label} ` : ''}
                {value}
              </span>
            ))}
          </p>
        ) : null}
      </div>
      {lead}
      <RowFacts facts={facts} />
    </>
  )
}

export function RowFacts({ facts }: Pick<RowCardProps, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className="row-card-facts">
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
