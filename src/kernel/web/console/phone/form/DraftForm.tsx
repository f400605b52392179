import Button from 'antd-mobile/es/components/button'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Names } from '#kernel/engine/definition/view.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { type CheckResult, pageAddress } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { holdUnsaved } from '../../client/unsaved.ts'
import { DraftAttachments } from '../../attachments/DraftAttachments.tsx'
import { usePendingUploads } from '../../attachments/use-pending-uploads.ts'
import { FILES, type FormDraft, totalOf } from '../../form/draft/draft.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import { useFormOptions } from '../../form/form-options.ts'
import { countOf, isUntouched, problemsOf, type Problems } from '../../form/problems.ts'
import { useCheck } from '../../form/use-check.ts'
import { useSoleOptions } from '../../form/draft/use-sole-options.ts'
import { type DocumentDraft, useDocumentDraft } from '../../form/draft/use-document-draft.ts'
import { Advice } from '../../form/Advice.tsx'
import { useHeadField, useLines, useReplaced } from '../../form/use-lines.ts'
import { type FormRoute, useRoutePreview } from '../../form/use-route-preview.ts'
import { useSession } from '../../shell/session-context.ts'
import { goTo } from '../address.ts'
import type { ConflictProps } from './Conflict.tsx'
import type { PhoneTablesProps } from './PhoneTables.tsx'
import { Collapsible } from '../parts/Collapsible.tsx'
import { InputRow } from '../document/FieldRows.tsx'
import { DraftBar, savedText } from './DraftBar.tsx'
import { FormFields } from './FormFields.tsx'
import { FormLines } from './FormLines.tsx'
import { keptOnPhone } from './kept-draft.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { TASKS } from '../PhoneMessage.tsx'
import { MenuButton } from '../parts/MenuButton.tsx'
import { usePhoneTitle } from '../use-phone-title.ts'
import '../document/summary.css'
import '../action-bar.css'
import './save-note.css'

/** Lazy-loaded: the route follows from what is typed, and drafts are seldom saved elsewhere meanwhile. */
const RoutePreviewPanel = lazy(async () => ({
  default: (await import('../../form/RoutePreviewPanel.tsx')).RoutePreviewPanel,
}))
const Conflict = lazy(async () => ({ default: (await import('./Conflict.tsx')).Conflict }))

function ConflictHint(props: ConflictProps) {
  if (!props.held.conflict) return null
  return (
    <Suspense fallback={null}>
      <Conflict {...props} />
    </Suspense>
  )
}

/** Lazy-loaded: possible duplicates are rare. */
const PhoneFormDuplicate = lazy(() =>
  import('../../duplicates/PhoneDuplicate.tsx').then((module) => ({ default: module.PhoneFormDuplicate })),
)

/** Lazy-loaded: few documents have further tables. */
const PhoneTables = lazy(() => import('./PhoneTables.tsx').then((module) => ({ default: module.PhoneTables })))

function Tables(props: PhoneTablesProps) {
  if (!props.spec.definition.tables) return null
  return (
    <Suspense fallback={null}>
      <PhoneTables {...props} />
    </Suspense>
  )
}

function DuplicateHint({ found }: { readonly found: NonNullable<CheckResult['duplicates']> }) {
  if (found.length === 0) return null
  return (
    <Suspense fallback={null}>
      <PhoneFormDuplicate found={found} />
    </Suspense>
  )
}

interface DraftFormProps {
  readonly spec: FormSpec
  readonly initial: FormDraft
  /** Names of a stored draft's codes, until the lists are loaded. */
  readonly names: Names
  readonly isRecovered: boolean
}

const AUTOSAVE_MS = 1_500

/** The form of a document on a phone: header, lines as cards, and the total with the submit at the bottom. */
export function DraftForm({ spec, initial, names, isRecovered }: DraftFormProps) {
  const { definition } = spec
  const { user } = useSession()
  const keeping = useMemo(() => keptOnPhone(user.userAccount, definition.name), [user.userAccount, definition.name])
  const held = useDocumentDraft({ spec, initial, keeping, autosaveMs: AUTOSAVE_MS, isRecovered })
  const { draft, setDraft } = held
  const { sheet, dispatch } = useLines(initial, spec, setDraft)
  const options = useFormOptions(spec, draft.header)
  useSoleOptions(spec, draft, options, setDraft)
  const setField = useHeadField(spec, options, held, dispatch)
  const answer = useCheck(spec, draft)
  const checked = answer?.checked
  const page = useRef<HTMLElement>(null)
  const { replaced, onReplaced } = useReplaced(dispatch)
  const route = useRoutePreview(spec, draft, answer)
  const hasLines = spec.lineColumns?.(draft.header).length !== 0
  const { isTried, submit, onPending } = useSubmit(spec, held, page, route)
  useSaveOnLeave(held)
  const problems = useProblems(spec, held, answer, isTried, hasLines)
  const limits = checked ? (spec.limits?.(checked, draft) ?? []) : []
  const heading = documentTexts(definition).heading(draft.header)
  usePhoneTitle(draft.no ? `${draft.no} ${heading}` : heading)
  return (
    <>
      <main className="phone-page has-bar" ref={page}>
        <Head no={draft.no} heading={heading} saved={held.saveState.kind === 'failed' ? '' : savedText(held)} />
        <ConflictHint spec={spec} held={held} options={options} onReplaced={onReplaced} />
        <FormProblems problems={problems} isTried={isTried} />
        <Said checked={checked} />
        <FormFields
          spec={spec}
          draft={draft}
          names={names}
          options={options}
          errors={problems.header}
          limits={limits}
          total={totalOf(definition, draft)}
          onChange={setField}
        />
        <DraftAttachments
          isPhone
          definition={definition}
          draft={draft}
          setDraft={setDraft}
          error={problems.header[FILES]}
          onPending={onPending}
        />
        <Advice spec={spec} draft={draft} saved={held.saved} dispatch={dispatch} Button={Button} Field={InputRow} />
        {hasLines ? (
          <FormLines
            spec={spec}
            draft={draft}
            names={names}
            options={options}
            rows={sheet.rows}
            dispatch={dispatch}
            errors={problems.rows}
            problem={problems.lines}
            isTried={isTried}
            limits={limits}
            computedOf={(column, row) => (checked ? (spec.lineValue?.(checked, column, row) ?? null) : null)}
          />
        ) : null}
        <Tables
          key={replaced}
          spec={spec}
          held={held}
          names={names}
          options={options}
          answer={answer}
          problems={problems.tables}
          isTried={isTried}
        />
        <Collapsible title={pageText('approval.timeline')} isOpenAtFirst>
          <Suspense fallback={null}>
            <RoutePreviewPanel route={route} isTried={isTried} idOf={routeId} />
          </Suspense>
        </Collapsible>
      </main>
      <DraftBar
        spec={spec}
        held={held}
        known={checked ? (spec.total?.(checked) ?? null) : null}
        onSubmit={() => void submit()}
      />
    </>
  )
}

/** What is to be corrected: as the last submit was refused, else as the last check said. */
function useProblems(
  { definition }: FormSpec,
  held: DocumentDraft,
  answer: ReturnType<typeof useCheck>,
  isTried: boolean,
  hasLines: boolean,
): Problems {
  const { draft, refusals } = held
  const told = isUntouched(held, isTried) ? null : answer
  return useMemo(() => {
    const now = refusals.length > 0 ? refusals : told?.of === draft ? told.checked.refusals : []
    return problemsOf(definition, now, draft, isTried, hasLines)
  }, [definition, refusals, told, draft, isTried, hasLines])
}

/** Warnings of the last check. */
function Said({ checked }: { readonly checked: CheckResult | undefined }) {
  return (
    <>
      {checked?.warnings?.map(({ msg = '' }) => (
        <p key={msg} className="banner banner-warning">
          {msg}
        </p>
      ))}
      <DuplicateHint found={checked?.duplicates ?? []} />
    </>
  )
}

interface HeadProps {
  readonly no: string | null
  readonly heading: string
  readonly saved: string
}

function Head({ no, heading, saved }: HeadProps) {
  return (
    <header className="card summary">
      <div className="summary-nav">
        <MenuButton />
        <PhoneLink to={TASKS} className="back-link">
          <Icon name="left" size={18} />
          {pageText('tasks.title')}
        </PhoneLink>
      </div>
      <div className="summary-head">
        <span className="code quiet">{no}</span>
        <span className="save-note" role="status">
          {saved}
        </span>
      </div>
      <h1>{heading}</h1>
    </header>
  )
}

/** Problems of no field, and the number of those with one. */
function FormProblems({ problems, isTried }: { readonly problems: Problems; readonly isTried: boolean }) {
  const count = countOf(problems)
  const showsCount = isTried && count > 0
  if (problems.other.length === 0 && !showsCount) return null
  return (
    <div className="banner banner-error" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        {showsCount ? <p>{pageText('form.summary', { count })}</p> : null}
        {problems.other.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

function routeId(stepKey: string): string {
  return `route-${stepKey}`
}

function useSubmit(
  spec: FormSpec,
  held: DocumentDraft,
  page: React.RefObject<HTMLElement | null>,
  { unchosen: [unchosen], accounts }: FormRoute,
) {
  const [isTried, setTried] = useState(false)
  const { onPending, isReady } = usePendingUploads()
  const submit = async (): Promise<void> => {
    if (!isReady()) return
    setTried(true)
    if (unchosen !== undefined) {
      document.getElementById(routeId(unchosen))?.focus()
      return
    }
    const submitted = await held.submit(accounts())
    if (submitted) {
      notify('success', pageText('form.submitted', { no: submitted.no }))
      goTo(pageAddress(spec.definition, 'mobile', submitted.formInstanceId), 'replace')
      // After the errors are rendered under their fields.
    } else setTimeout(() => goToFirstError(page.current), 50)
  }
  return { isTried, submit, onPending }
}

function goToFirstError(page: HTMLElement | null): void {
  const first = page?.querySelector<HTMLElement>('[data-invalid]') ?? page?.querySelector<HTMLElement>('.banner-error')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}

/** A phone page is left without a question: input is saved when another page opens. */
function useSaveOnLeave({ saveState, conflict, save }: DocumentDraft): void {
  const isDue = useRef(false)
  useEffect(() => {
    isDue.current = saveState.kind === 'dirty' && !conflict
  })
  useEffect(
    () => () => {
      if (isDue.current) void save()
    },
    [save],
  )
  // With unsaved input, an ended session covers the form instead of leaving it.
  const isHeld = saveState.kind !== 'clean' && saveState.kind !== 'saved'
  useEffect(() => {
    holdUnsaved('draft', isHeld ? [{ save, isKept: () => true }] : [])
    return () => holdUnsaved('draft', [])
  }, [isHeld, save])
}
