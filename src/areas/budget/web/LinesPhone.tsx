import { areaTexts } from '#kernel/console/client/i18n.ts'
import { Fold } from '#kernel/console/phone/Fold.tsx'
import { ShowMore } from '#kernel/console/phone/ShowMore.tsx'
import { Amount } from '#kernel/ui/Amount.tsx'
import type { BudgetTexts } from '../locale/en.ts'
import type { CountryBudgetDetail } from './budget-api.ts'
import { BeforeAfter } from './DecisionFactsPhone.tsx'
import '#kernel/console/phone/stack.css'

const t = areaTexts<BudgetTexts>('budget')

/** As many as a screen or two; the rest on request. */
const FIRST = 10

/** The lines, stacked: where, for what, how much, and what their budgets come to. */
export function LinesPhone({ detail }: { readonly detail: CountryBudgetDetail }) {
  const { document, names, decisionFacts } = detail
  const facts = new Map(decisionFacts?.lines.map((fact) => [fact.lineNo, fact]))
  const showsChange = document.state === 'underApproval'
  return (
    <Fold
      title={t('documents.countryBudget.fields.lines')}
      aside={String(document.lines.length)}
      isOpenAtFirst={document.lines.length <= FIRST}
    >
      <ShowMore
        className="stack"
        items={document.lines}
        first={FIRST}
        render={(line) => {
          const fact = facts.get(line.lineNo)
          return (
            <li key={line.lineNo}>
              <span className="stack-head">
                <span>
                  {line.lineNo}. {names.countries[line.countryCode] ?? line.countryCode}
                </span>
                <Amount value={line.amount} currency={document.currency} />
              </span>
              <span>{names.projects[line.projectCode] ?? line.projectCode}</span>
              <span className="quiet">
                {names.businessTypes[`${line.fscId}|${line.subBusiCode}`] ?? line.fscId} ·{' '}
                {names.productLines[line.productLineCode] ?? line.productLineCode}
              </span>
              {line.remark ? <span className="quiet">{line.remark}</span> : null}
              {showsChange && fact ? (
                <BeforeAfter available={fact.available} after={fact.after} currency={document.currency} />
              ) : null}
              {(fact?.budgetCode ?? line.budgetCode) ? (
                <span className="quiet code">{fact?.budgetCode ?? line.budgetCode}</span>
              ) : null}
            </li>
          )
        }}
      />
    </Fold>
  )
}
