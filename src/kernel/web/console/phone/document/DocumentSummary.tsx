import { useState, type ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { chineseCapital } from '#kernel/base/money/chinese-capital.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { minutesSince, timeText } from '#kernel/web/ui/time.ts'
import { flowText } from '../../approval/flow-text.ts'
import type { DocumentDetail } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText, runningLanguage } from '../../client/i18n.ts'
import { AxisMarks } from '../../axes/AxisMarks.tsx'
import { holdersOf, readAmountOf } from '../../document/reading.ts'
import { durationText } from '../../duration.ts'
import { useNow } from '../../use-now.ts'
import { type ToolsOf, useDocumentTools } from '../../print/use-document-tools.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { TASKS } from '../PhoneMessage.tsx'
import { MenuButton } from '../parts/MenuButton.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { CopyEntry } from './CopyEntry.tsx'
import './summary.css'
import './document-menu.css'

interface DocumentSummaryProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Title, amount, state and assignees: the top of the page. */
export function DocumentSummary({ definition, detail }: DocumentSummaryProps) {
  const { document, names, approval } = detail
  const now = useNow()
  const texts = documentTexts(definition)
  const total = readAmountOf(definition, document)
  const subject = viewOf(definition)
    .subject.map((fact) => texts.fact(fact, document, names, 'name'))
    .filter(Boolean)
  const holders = holdersOf(detail).join(pageText('phone.nameSeparator'))
  const people: readonly (readonly [string, string])[] = [
    [texts.field('drafter'), document.drafter.name],
    [texts.field('currentHolder'), holders],
    [pageText('approval.waiting'), document.waitingSince ? durationText(minutesSince(document.waitingSince, now)) : ''],
    [
      flowText('likely'),
      approval?.state === 'running' && approval.likelyFinish ? timeText(approval.likelyFinish, document.timezone) : '',
    ],
  ]
  return (
    <header className="card summary">
      <div className="summary-nav">
        <MenuButton />
        <PhoneLink to={TASKS} className="back-link">
          <Icon name="left" size={18} />
          {pageText('tasks.title')}
        </PhoneLink>
        <DocumentMenu
          title={texts.heading(document)}
          no={document.no}
          documentType={definition.name}
          documentId={document.id}
          formInstanceId={document.formInstanceId}
          mobilePath={definition.pages.mobile}
          definition={definition}
        />
      </div>
      <div className="summary-head">
        <span className="code quiet">{document.no}</span>
        <span className="summary-states">
          <StateMark colour={definition.states[document.state] ?? 'grey'} text={texts.state(document.state)} />
          <AxisMarks definition={definition} detail={detail} />
        </span>
      </div>
      <h1>{texts.heading(document)}</h1>
      {subject.length > 0 ? <p className="quiet">{subject.join(' · ')}</p> : null}
      {total ? (
        <p className="summary-amount">
          <Amount value={total.value} currency={total.currency} />
        </p>
      ) : null}
      {/* The same text as RequestedAmount, without loading its component. */}
      {total?.asked ? (
        <p className="summary-capital">
          {pageText('document.askedFor')} <Amount value={total.asked} />
        </p>
      ) : null}
      {runningLanguage() === 'zh' && total?.value ? (
        <p className="summary-capital">{chineseCapital(total.value)}</p>
      ) : null}
      <p className="summary-foot">
        {people.map(([label, value]) =>
          value ? (
            <span key={label}>
              <span className="quiet">{label}</span> {value}
            </span>
          ) : null,
        )}
      </p>
    </header>
  )
}

/** The tools of the desktop's banner, in a menu; the device's own sheet shares where no chat is configured. */
function DocumentMenu({ definition, ...props }: ToolsOf & Pick<DocumentSummaryProps, 'definition'>): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const tools = useDocumentTools(props)
  const share = tools.share ?? tools.shareOnDevice
  const choose = (act: () => Promise<void>): void => {
    setOpen(false)
    void act()
  }
  return (
    <>
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText('print.more')}
        aria-haspopup="dialog"
        aria-busy={tools.busy !== null}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={20} />
      </button>
      {isOpen ? (
        <Sheet title={props.no} onClose={() => setOpen(false)}>
          <ul className="document-menu">
            <Entry icon="pdf" text={pageText('print.pdf')} act={() => choose(tools.pdf)} />
            {share ? <Entry icon="share" text={pageText('print.share')} act={() => choose(share)} /> : null}
            <Entry icon="link" text={pageText('print.copyLink')} act={() => choose(tools.copyLink)} />
            <CopyEntry definition={definition} no={props.no} Entry={Entry} />
          </ul>
        </Sheet>
      ) : null}
    </>
  )
}

export interface DocumentMenuEntry {
  readonly icon: IconName
  readonly text: string
  readonly act: () => void
}

function Entry({ icon, text, act }: DocumentMenuEntry) {
  return (
    <li>
      <button type="button" onClick={act}>
        <Icon name={icon} size={20} />
        {text}
      </button>
    </li>
  )
}
