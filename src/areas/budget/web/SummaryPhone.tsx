import { chineseCapital } from '#kernel/money/money.ts'
import { areaTexts, pageText, runningLanguage } from '#kernel/console/client/i18n.ts'
import { durationText } from '#kernel/console/duration.ts'
import { DocumentMenu } from '#kernel/console/phone/DocumentMenu.tsx'
import { HOME } from '#kernel/console/phone/PhoneMessage.tsx'
import { PhoneLink } from '#kernel/console/phone/PhoneLink.tsx'
import { useNow } from '#kernel/console/use-now.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { minutesSince } from '#kernel/ui/time.ts'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import type { CountryBudgetDetail } from './budget-api.ts'
import '#kernel/console/phone/summary.css'

const t = areaTexts<BudgetTexts>('budget')

/** What it is, how much, how it stands and with whom: the first thing on the page. */
export function SummaryPhone({ detail }: { readonly detail: CountryBudgetDetail }) {
  const { document } = detail
  const now = useNow()
  const holders = document.currentHolder.map((person) => person.name).join(pageText('phone.nameSeparator'))
  return (
    <header className="card summary">
      <div className="summary-nav">
        <PhoneLink to={HOME} className="back-link">
          <Icon name="left" size={18} />
          {pageText('tasks.title')}
        </PhoneLink>
        <DocumentMenu
          title={t(`documents.countryBudget.titles.${document.applyType}`)}
          no={document.no}
          documentType={countryBudget.name}
          documentId={document.id}
          formInstanceId={document.formInstanceId}
          mobilePath={countryBudget.pages.mobile}
        />
      </div>
      <div className="summary-head">
        <span className="code quiet">{document.no}</span>
        <StateMark
          colour={countryBudget.states[document.state]}
          text={t(`documents.countryBudget.states.${document.state}`)}
        />
      </div>
      <h1>
        {t('documents.countryBudget.label')} · {t(`documents.countryBudget.options.applyType.${document.applyType}`)}
      </h1>
      <p className="summary-amount">
        <Amount value={document.totalAmount} currency={document.currency} />
      </p>
      {runningLanguage() === 'zh' && document.totalAmount ? (
        <p className="summary-capital">{chineseCapital(document.totalAmount)}</p>
      ) : null}
      <p className="summary-foot">
        <span>
          <span className="quiet">{t('documents.countryBudget.fields.drafter')}</span> {document.drafter.name}
        </span>
        {holders ? (
          <span>
            <span className="quiet">{t('documents.countryBudget.fields.currentHolder')}</span> {holders}
          </span>
        ) : null}
        {document.waitingSince ? (
          <span>
            <span className="quiet">{pageText('approval.waiting')}</span>{' '}
            {durationText(minutesSince(document.waitingSince, now))}
          </span>
        ) : null}
      </p>
    </header>
  )
}
