import { Button } from 'antd'
import { useLinkClickHandler } from 'react-router'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { chineseCapital } from '#kernel/base/money/chinese-capital.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { minutesSince, timeText } from '#kernel/web/ui/time.ts'
import { RequestedAmount } from '../RequestedAmount.tsx'
import { flowText } from '../approval/flow-text.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { RecordNavigator } from '../list/RecordNavigator.tsx'
import { DocumentTools } from '../print/DocumentTools.tsx'
import { useNow } from '../use-now.ts'
import { AxisMarks } from '../axes/AxisMarks.tsx'
import { holdersOf, readAmountOf, readText } from './reading.ts'

interface DocumentHeadProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
  readonly editAddress: string | null
  /** Where the person may raise such a document. */
  readonly copyAddress: string | null
}

/** Number, title, state, drafter, amount, assignees and their waiting time. */
export function DocumentHead({ definition, detail, editAddress, copyAddress }: DocumentHeadProps) {
  const { document, names, approval } = detail
  const now = useNow()
  const texts = documentTexts(definition)
  const waitingSince = document.waitingSince ?? approval?.waitingSince ?? null
  const total = readAmountOf(definition, document)
  const subject = viewOf(definition)
    .subject.map((fact) => texts.fact(fact, document, names, 'name'))
    .filter(Boolean)
  const holders = holdersOf(detail)
  return (
    <header className="document-head">
      <div className="document-head-row">
        <h1>
          {texts.heading(document)} <span className="code">{document.no}</span>
        </h1>
        <StateMark colour={definition.states[document.state] ?? 'grey'} text={texts.state(document.state)} />
        <AxisMarks definition={definition} detail={detail} />
        {editAddress ? <LinkButton address={editAddress} icon="edit" text={pageText('form.edit')} isPrimary /> : null}
        {copyAddress ? <LinkButton address={copyAddress} icon="copy" text={pageText('form.copy')} /> : null}
        <RecordNavigator />
        <DocumentTools
          title={texts.heading(document)}
          no={document.no}
          documentType={definition.name}
          documentId={document.id}
          formInstanceId={document.formInstanceId}
          mobilePath={definition.pages.mobile}
        />
        {total ? (
          <span className="document-head-amount">
            <RequestedAmount value={total.asked} currency={total.currency} />
            <Amount value={total.value} currency={total.currency} />
          </span>
        ) : null}
      </div>
      <div className="document-head-row quiet">
        <span className="dots">
          {subject.map((part) => (
            <span key={part}>{part}</span>
          ))}
          <span>{document.drafter.name}</span>
          {document.submittedAt ? (
            <span>{pageText('document.submittedAt', { time: timeText(document.submittedAt, document.timezone) })}</span>
          ) : null}
          {holders.length > 0 ? (
            <span>
              {pageText('approval.holder')} {holders.join(pageText('phone.nameSeparator'))}
            </span>
          ) : null}
          {waitingSince ? (
            <span>
              {pageText('approval.waiting')} {durationText(minutesSince(waitingSince, now))}
            </span>
          ) : null}
          {approval?.state === 'running' && approval.likelyFinish ? (
            <span>{flowText('likelyFinish', { time: timeText(approval.likelyFinish, document.timezone) })}</span>
          ) : null}
        </span>
        {runningLanguage() === 'zh' && readText(total?.value) ? (
          <span className="document-capital">{chineseCapital(total?.value)}</span>
        ) : null}
      </div>
    </header>
  )
}

interface LinkButtonProps {
  readonly address: string
  readonly icon: IconName
  readonly text: string
  readonly isPrimary?: true
}

/** A real address, which may be opened in a tab of the browser too. */
function LinkButton({ address, icon, text, isPrimary }: LinkButtonProps) {
  const open = useLinkClickHandler<HTMLElement>(address)
  return (
    <Button type={isPrimary ? 'primary' : 'default'} href={address} icon={<Icon name={icon} />} onClick={open}>
      {text}
    </Button>
  )
}
