import { Amount } from '#kernel/web/ui/Amount.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { pageAddress } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import type { DecisionView, SourceComponent } from '../../document/page-spec.ts'
import { TraceableAmount } from '../../document/TraceableAmount.tsx'
import { Collapsible } from '../parts/Collapsible.tsx'
import { PhoneLink } from '../PhoneLink.tsx'
import '../parts/stack.css'
import './decision-facts.css'

interface DecisionFactsProps {
  readonly view: DecisionView
  readonly zone: string | undefined
  readonly Source?: SourceComponent | undefined
}

/** The funds now and after this document, and other documents that ask for them. */
export function DecisionFacts({ view, zone, Source }: DecisionFactsProps) {
  return (
    <>
      <Collapsible title={pageText('document.decisionFacts')} aside={view.about} isOpenAtFirst>
        {view.remarks?.map((remark) => (
          <p key={remark} className="state-orange">
            {remark}
          </p>
        ))}
        {view.figures.length > 0 ? (
          <dl className="figures">
            {view.figures.map(({ label, value, currency, source }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <TraceableAmount Source={Source} source={source} value={value}>
                    <Amount value={value} currency={currency} />
                  </TraceableAmount>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="quiet">{view.noFigures}</p>
        )}
      </Collapsible>
      <Collapsible title={view.pendingTitle} aside={String(view.pending.length)}>
        {view.pending.length === 0 ? <p className="quiet">{view.noPending}</p> : null}
        <ul className="stack">
          {view.pending.map((other) => (
            <li key={other.formInstanceId}>
              <span className="stack-head">
                <PhoneLink to={pageAddress(other, 'mobile', other.formInstanceId)} className="code">
                  {other.no}
                </PhoneLink>
                <Amount value={other.amount} currency={other.currency} />
              </span>
              <span className="quiet">
                {[other.kind, other.drafterName].filter(Boolean).join(' · ')} · {timeText(other.submittedAt, zone)}
              </span>
            </li>
          ))}
          {view.pendingSums?.map(({ label, value, currency }) => (
            <li key={label}>
              <span className="stack-head">
                <span>{label}</span>
                <Amount value={value} currency={currency} />
              </span>
            </li>
          ))}
        </ul>
      </Collapsible>
    </>
  )
}
