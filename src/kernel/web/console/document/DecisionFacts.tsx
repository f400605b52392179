import { Link } from 'react-router'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { pageAddress } from '../client/document-api.ts'
import { pageText } from '../client/i18n.ts'
import type { DecisionView, SourceComponent } from './page-spec.ts'
import { TraceableAmount } from './TraceableAmount.tsx'
import { Warnings } from './Warnings.tsx'
import './decision-facts.css'

interface DecisionFactsProps {
  readonly view: DecisionView
  readonly zone: string | undefined
  readonly Source?: SourceComponent | undefined
}

/** The funds now and after the decision, and other documents that ask for the same. Computed by the server at this moment. */
export function DecisionFacts({ view, zone, Source }: DecisionFactsProps) {
  return (
    <section className="form-section">
      <h2>{pageText('document.decisionFacts')}</h2>
      <div className="decision">
        <Warnings texts={view.remarks ?? []} />
        {view.figures.length > 0 ? (
          <dl className="decision-figures">
            {view.figures.map((figure) => (
              <div key={figure.label}>
                <dt>{figure.label}</dt>
                <dd>
                  <TraceableAmount Source={Source} source={figure.source} value={figure.value}>
                    {figure.list ? (
                      <Link to={figure.list}>
                        <Amount value={figure.value} currency={figure.currency} />
                      </Link>
                    ) : (
                      <Amount value={figure.value} currency={figure.currency} />
                    )}
                  </TraceableAmount>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="quiet">{view.noFigures}</p>
        )}
        <PendingDocuments view={view} zone={zone} />
      </div>
    </section>
  )
}

/** Above the lines at most one; more on demand, so that the lines are in sight. */
function PendingDocuments({ view, zone }: Pick<DecisionFactsProps, 'view' | 'zone'>) {
  const { pending, pendingSums = [] } = view
  if (pending.length === 0)
    return (
      <div>
        <h3>{view.pendingTitle}</h3>
        <p className="quiet">{view.noPending}</p>
      </div>
    )
  return (
    <details open={pending.length === 1}>
      <summary>
        <h3>
          {view.pendingTitle} <span className="count">{pending.length}</span>
        </h3>
      </summary>
      <ul className="pending">
        {pending.map((other) => (
          <li key={other.formInstanceId}>
            <Link className="code" to={pageAddress(other, 'pc', other.formInstanceId)}>
              {other.no}
            </Link>
            <span className="quiet">{[other.kind, other.drafterName].filter(Boolean).join(' · ')}</span>
            <span className="quiet">{timeText(other.submittedAt, zone)}</span>
            <Amount value={other.amount} currency={other.currency} />
          </li>
        ))}
      </ul>
      {pendingSums.length > 0 ? (
        <dl className="pending-sums">
          {pendingSums.map(({ label, value, currency }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Amount value={value} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </details>
  )
}
