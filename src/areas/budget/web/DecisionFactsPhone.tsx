import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { Fold } from '#kernel/console/phone/Fold.tsx'
import { PhoneLink } from '#kernel/console/phone/PhoneLink.tsx'
import { Amount } from '#kernel/ui/Amount.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import type { CountryBudgetDetail, DecisionFacts } from './budget-api.ts'
import { poolBefore } from './pool-before.ts'
import '#kernel/console/phone/stack.css'
import './decision-facts-phone.css'

const t = areaTexts<BudgetTexts>('budget')

interface DecisionFactsPhoneProps {
  readonly detail: CountryBudgetDetail
  readonly facts: DecisionFacts
}

/** What the money looks like now and after this application, and who else asks for it. */
export function DecisionFactsPhone({ detail, facts }: DecisionFactsPhoneProps) {
  const { document, names } = detail
  const { pool, pending } = facts
  const poolName = names.pools[document.projectPoolCode] ?? document.projectPoolCode
  return (
    <>
      <Fold title={t('page.decisionFacts')} aside={poolName} isOpenAtFirst>
        {pool ? (
          <dl className="figures">
            <div>
              <dt>{t('page.poolNow')}</dt>
              <dd>
                <Amount value={poolBefore(document, pool.available)} currency={pool.currency} />
              </dd>
            </div>
            <div>
              <dt>{t('page.poolHeld')}</dt>
              <dd>
                <Amount value={pool.held} currency={pool.currency} />
              </dd>
            </div>
            <div>
              <dt>{t('page.total')}</dt>
              <dd>
                <Amount value={document.totalAmount} currency={document.currency} />
              </dd>
            </div>
            <div>
              <dt>{t('page.poolAfter')}</dt>
              <dd className="is-after">
                <Amount value={pool.after} currency={pool.currency} />
              </dd>
            </div>
          </dl>
        ) : (
          <p className="quiet">{t('page.phone.poolNotFunded')}</p>
        )}
      </Fold>
      <Fold title={t('page.pending')} aside={String(pending.length)}>
        {pending.length === 0 ? <p className="quiet">{t('page.noPending')}</p> : null}
        <ul className="stack">
          {pending.map((other) => (
            <li key={other.formInstanceId}>
              <span className="stack-head">
                <PhoneLink
                  to={`${countryBudget.pages.mobile}?formInstanceId=${encodeURIComponent(other.formInstanceId)}`}
                  className="code"
                >
                  {other.no}
                </PhoneLink>
                <Amount value={other.amount} currency={other.currency} />
              </span>
              <span className="quiet">
                {other.drafterName} · {formatTime(other.submittedAt)}
              </span>
            </li>
          ))}
        </ul>
      </Fold>
    </>
  )
}

/** A line's available amount before and after, where it changes. */
export function BeforeAfter({
  available,
  after,
  currency,
}: {
  readonly available: string | null
  readonly after: string | null
  readonly currency: string
}) {
  if (available === null || after === null) return null
  return (
    <span className="before-after">
      <span className="quiet">{t('page.phone.lineAvailable')}</span>
      <Amount value={available} />
      {available === after ? (
        <span className="quiet">{currency}</span>
      ) : (
        <>
          <span aria-hidden="true">→</span>
          <span className="unseen">{pageText('list.to')}</span>
          <Amount value={after} currency={currency} />
        </>
      )}
    </span>
  )
}
