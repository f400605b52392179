import Button from 'antd-mobile/es/components/button'
import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { ApiError, type WireRefusal } from '#kernel/console/client/api.ts'
import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { goTo, renameAddress } from '#kernel/console/phone/address.ts'
import { HOME } from '#kernel/console/phone/PhoneMessage.tsx'
import { usePhoneTitle } from '#kernel/console/phone/use-phone-title.ts'
import { PhoneLink } from '#kernel/console/phone/PhoneLink.tsx'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { amountText } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { ApplyHeaderPhone } from './ApplyHeaderPhone.tsx'
import { ApplyLinesPhone } from './ApplyLinesPhone.tsx'
import { ConflictPhone } from './ConflictPhone.tsx'
import type { CountryBudgetNames } from './budget-api.ts'
import type { AreaOption } from './budget-options.ts'
import { changeDraft, type Draft, Refusals, totalOf } from './phone-draft.ts'
import { SaveNotePhone } from './SaveNotePhone.tsx'
import { readBackup, type Stored, type Typed } from './phone-draft-backup.ts'
import { spokenEarly, useCheck, useKeeper } from './use-phone-draft.ts'
import '#kernel/console/phone/summary.css'
import '#kernel/console/phone/action-bar.css'

const t = areaTexts<BudgetTexts>('budget')

interface ApplyFormPhoneProps {
  readonly initial: Draft
  readonly stored: Stored | null
  readonly areas: readonly AreaOption[]
  readonly names?: CountryBudgetNames
}

/** The form: header, lines as stacked cards, and the sum with the submit at the bottom. */
export function ApplyFormPhone({ initial, stored, areas, names }: ApplyFormPhoneProps) {
  const { user } = useSession()
  const account = user.userAccount
  const [recovered] = useState(() => readBackup(account, stored))
  const [start] = useState<Typed>(() => recovered ?? { draft: initial, stored })
  const [draft, change] = useReducer(changeDraft, start.draft)
  const keeper = useKeeper({ draft, start, isRecovered: recovered !== null, account, onStored: nameAddress })
  const { checked } = useCheck(draft)
  const title = t(draft.header.applyType === 'grant' ? 'page.grantTitle' : 'page.revokeTitle')
  usePhoneTitle(keeper.stored ? `${keeper.stored.no} ${title}` : title)
  const page = useRef<HTMLElement>(null)
  const goToError = useCallback(() => goToFirstError(page.current), [])
  const submit = useSubmit(keeper.submit, draft, goToError)
  const refusals = useMemo(() => {
    const live = checked?.refusals ?? []
    return new Refusals([...submit.refusals, ...(submit.isTried ? live : spokenEarly(live))])
  }, [checked, submit.refusals, submit.isTried])
  const total = amountText(totalOf(draft))
  return (
    <>
      <main className="phone-page has-bar" ref={page}>
        <header className="card summary">
          <PhoneLink to={HOME} className="back-link">
            <Icon name="left" size={18} />
            {pageText('tasks.title')}
          </PhoneLink>
          <div className="summary-head">
            <span className="code quiet">{keeper.stored?.no}</span>
            <SaveNotePhone state={keeper.state} />
          </div>
          <h1>{title}</h1>
        </header>
        {keeper.state.kind === 'conflict' && keeper.stored ? (
          <ConflictPhone
            stored={keeper.stored}
            reason={keeper.state.reason}
            draft={draft}
            onTake={(version, theirs) => {
              if (theirs) change({ type: 'load', draft: theirs })
              keeper.takeVersion(version, theirs)
              if (!theirs) void keeper.flush()
            }}
          />
        ) : null}
        <Told refusals={refusals} isTried={submit.isTried} />
        <ApplyHeaderPhone
          draft={draft}
          areas={areas}
          names={names}
          checked={checked}
          refusals={refusals}
          onChange={change}
        />
        <ApplyLinesPhone
          draft={draft}
          names={names}
          checked={checked}
          refusals={refusals}
          isTried={submit.isTried}
          onChange={change}
        />
      </main>
      <footer className="action-bar">
        <p className="action-bar-total">
          <small>{t('page.total')}</small>
          <Amount value={total} currency={draft.header.currency} />
        </p>
        <Button
          block
          color="primary"
          loading={submit.isRunning}
          loadingText={t('page.submit')}
          disabled={submit.isRunning || keeper.state.kind === 'conflict'}
          onClick={() => void submit.run()}
        >
          {t('page.submit')}
        </Button>
      </footer>
    </>
  )
}

/** A reload finds the draft again by its number. */
function nameAddress(stored: Stored): void {
  const query = new URLSearchParams(location.search)
  if (query.get('applyNo') === stored.no || location.pathname !== '/budget/mobile/country/apply') return
  query.set('applyNo', stored.no)
  query.delete('countryBudgetCodes')
  renameAddress(`${location.pathname}?${query}`)
}

/** Refusals that belong to no field, and how many do. */
function Told({ refusals, isTried }: { readonly refusals: Refusals; readonly isTried: boolean }) {
  const showsCount = isTried && refusals.count > 0
  if (refusals.general.length === 0 && !showsCount) return null
  return (
    <div className="strip strip-error" role="alert">
      <Icon name="alert" />
      <div>
        {showsCount ? <p>{pageText('form.summary', { count: refusals.count })}</p> : null}
        {refusals.general.map((refusal) => (
          <p key={refusal.key}>{refusal.msg}</p>
        ))}
      </div>
    </div>
  )
}

function useSubmit(
  send: () => Promise<{ readonly no: string; readonly formInstanceId: string }>,
  draft: Draft,
  goToError: () => void,
) {
  const [answer, setAnswer] = useState<{ readonly draft: Draft; readonly refusals: readonly WireRefusal[] } | null>(
    null,
  )
  const [isRunning, setRunning] = useState(false)
  const [isTried, setTried] = useState(false)
  const isLocked = useRef(false)

  const run = useCallback(async (): Promise<void> => {
    if (isLocked.current) return
    isLocked.current = true
    setRunning(true)
    setTried(true)
    try {
      const { no, formInstanceId } = await send()
      notify('success', t('page.submitted', { no }))
      goTo(`${countryBudget.pages.mobile}?formInstanceId=${encodeURIComponent(formInstanceId)}`, 'replace')
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (cause.status === 400 || cause.status === 409) {
        setAnswer({ draft, refusals: cause.refusals })
        // Once the errors stand under their fields.
        setTimeout(goToError, 50)
      }
      if (cause.status === 409) notify('warning', cause.message)
    } finally {
      isLocked.current = false
      setRunning(false)
    }
  }, [send, draft, goToError])
  // An answer speaks of what was sent: the first change makes it old, and the check speaks again.
  return { run, isRunning, isTried, refusals: answer?.draft === draft ? answer.refusals : NONE }
}

const NONE: readonly WireRefusal[] = []

function goToFirstError(page: HTMLElement | null): void {
  const first = page?.querySelector<HTMLElement>('[data-invalid]') ?? page?.querySelector<HTMLElement>('.strip-error')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}
