import { Link } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import { approvalAddress } from './budget-addresses.ts'
import type { CountryBudget, DecisionFacts } from './budget-api.ts'
import { pageLabel } from './budget-texts.ts'
import { poolBefore } from './pool-before.ts'
import './decision-facts-panel.css'

/** What the money looks like now and after, and who else asks for the same money. Computed by the server at this moment. */
export function DecisionFactsPanel({
  document,
  facts,
}: {
  readonly document: CountryBudget
  readonly facts: DecisionFacts
}) {
  return (
    <section className="form-section">
      <h2>{pageLabel('decisionFacts')}</h2>
      <div className="decision">
        {facts.pool ? (
          <dl className="decision-figures">
            <Figure
              label={pageLabel('poolNow')}
              value={poolBefore(document, facts.pool.available)}
              currency={facts.pool.currency}
            />
            <Figure label={pageLabel('poolHeld')} value={facts.pool.held} currency={facts.pool.currency} />
            <Figure label={pageLabel('total')} value={document.totalAmount} currency={document.currency} />
            <Figure label={pageLabel('poolAfter')} value={facts.pool.after} currency={facts.pool.currency} />
          </dl>
        ) : null}
        <div>
          <h3>{pageLabel('pending')}</h3>
          {facts.pending.length === 0 ? (
            <p className="quiet">{pageLabel('noPending')}</p>
          ) : (
            <ul className="pending">
              {facts.pending.map((other) => (
                <li key={other.formInstanceId}>
                  <Link className="code" to={approvalAddress(other.formInstanceId)}>
                    {other.no}
                  </Link>
                  <span className="quiet">{other.drafterName}</span>
                  <span className="quiet">{formatTime(other.submittedAt)}</span>
                  <Amount value={other.amount} currency={other.currency} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

function Figure({
  label,
  value,
  currency,
}: {
  readonly label: string
  readonly value: string
  readonly currency: string
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} currency={currency} />
      </dd>
    </div>
  )
}
