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
                    <Amount value={figure.value} currency={figure.currency} />
                  </TraceableAmount>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="quiet">{view.noFigures}</p>
        )}
        <div>
          <h3>{view.pendingTitle}</h3>
          {view.pending.length === 0 ? (
            <p className="quiet">{view.noPending}</p>
          ) : (
            <ul className="pending">
              {view.pending.map((other) => (
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
          )}
          {view.pendingSums?.length ? (
            <dl className="pending-sums">
              {view.pendingSums.map(({ label, value, currency }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <Amount value={value} currency={currency} />
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      </div>
    </section>
  )
}
