import { Link } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { formatTime, minutesSince } from '#kernel/ui/time.ts'
import { chineseCapital } from '#kernel/money/money.ts'
import { pageText, runningLanguage } from '#kernel/console/client/i18n.ts'
import { DocumentTools } from '#kernel/console/print/DocumentTools.tsx'
import { durationText } from '#kernel/console/duration.ts'
import { ListWalk } from '#kernel/console/list/ListWalk.tsx'
import { useNow } from '#kernel/console/use-now.ts'
import { countryBudget } from '../country-budget.doc.ts'
import type { CountryBudgetDetail } from './budget-api.ts'
import { budgetText, pageLabel } from './budget-texts.ts'

/** Number, title, state, drafter, amount, who holds it and for how long. */
export function DocumentHead({
  detail,
  editAddress,
}: {
  readonly detail: CountryBudgetDetail
  readonly editAddress: string | null
}) {
  const { document, names } = detail
  const now = useNow()
  const { approval } = detail
  const holders = (document.currentHolder.length > 0 ? document.currentHolder : (approval?.currentHolder ?? [])).map(
    (person) => person.name,
  )
  const waitingSince = document.waitingSince ?? approval?.waitingSince ?? null
  return (
    <header className="document-head">
      <div className="document-head-row">
        <h1>
          {pageLabel(document.applyType === 'revoke' ? 'revokeTitle' : 'grantTitle')}{' '}
          <span className="code">{document.no}</span>
        </h1>
        <StateMark
          colour={countryBudget.states[document.state]}
          text={budgetText(`documents.countryBudget.states.${document.state}`)}
        />
        {editAddress ? (
          <Link to={editAddress}>
            <Icon name="edit" /> {pageLabel('edit')}
          </Link>
        ) : null}
        <ListWalk />
        <DocumentTools
          title={budgetText(`documents.countryBudget.titles.${document.applyType}`)}
          no={document.no}
          documentType={countryBudget.name}
          documentId={document.id}
          formInstanceId={document.formInstanceId}
          mobilePath={countryBudget.pages.mobile}
        />
        <span className="document-head-amount">
          <Amount value={document.totalAmount} currency={document.currency} />
        </span>
      </div>
      <div className="document-head-row quiet">
        <span className="dots">
          <span>{document.drafter.name}</span>
          {document.submittedAt ? (
            <span>{pageLabel('submittedAt', { time: formatTime(document.submittedAt) })}</span>
          ) : null}
          {names.areas[String(document.areaId)] ? <span>{names.areas[String(document.areaId)]}</span> : null}
          {holders.length > 0 ? (
            <span>
              {pageText('approval.holder')} {holders.join(', ')}
            </span>
          ) : null}
          {waitingSince ? (
            <span>
              {pageText('approval.waiting')} {durationText(minutesSince(waitingSince, now))}
            </span>
          ) : null}
        </span>
        {runningLanguage() === 'zh' && document.totalAmount ? (
          <span className="document-capital">{chineseCapital(document.totalAmount)}</span>
        ) : null}
      </div>
    </header>
  )
}
