import { Button } from 'antd'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CheckResult, pageAddress } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { isInputKept } from '../shell/tabs/kept-input.ts'
import { ImportButton } from '../imports/ImportButton.tsx'
import { DraftAttachments } from '../attachments/DraftAttachments.tsx'
import { usePendingUploads } from '../attachments/use-pending-uploads.ts'
import { useTab, useTabTitle } from '../shell/tabs/tab-context.ts'
import { FILES, type FormDraft, filledLines } from './draft/draft.ts'
import { FormSummary } from './summary/FormSummary.tsx'
import { linesId, summaryOf } from './summary/summary-of.ts'
import { FormBar } from './FormBar.tsx'
import { FormFields } from './FormFields.tsx'
import { FormLines } from './FormLines.tsx'
import type { CellPlace, FormTablesProps } from './tables/FormTables.tsx'
import type { FormSpec } from './form-spec.ts'
import { useFormOptions } from './form-options.ts'
import { keptWithTab } from './draft/kept-input.ts'
import { useOwnAddress } from './draft/own-address.ts'
import { hasProblems, isUntouched, problemsOf } from './problems.ts'
import { withNotes } from './tables/with-notes.ts'
import { refusalsNow } from './refusals-now.ts'
import { useCheck } from './use-check.ts'
import { Warnings, warningsOf } from '../document/Warnings.tsx'
import { Advice } from './Advice.tsx'
import type { SheetState } from '../sheet/sheet-state.ts'
import { useHeadField, useLines, useReplaced } from './use-lines.ts'
import { type FormRoute, useRoutePreview } from './use-route-preview.ts'
import { useSoleOptions } from './draft/use-sole-options.ts'
import { type DocumentDraft, useDocumentDraft } from './draft/use-document-draft.ts'
import '../document/document.css'

// What is typed comes first; the route follows from it.
const RoutePreviewPanel = lazy(() =>
  import('./RoutePreviewPanel.tsx').then((module) => ({ default: module.RoutePreviewPanel })),
)

/** Lazy-loaded: drafts are seldom saved elsewhere meanwhile. */
const Conflict = lazy(() => import('./conflict/Conflict.tsx').then((module) => ({ default: module.Conflict })))

function ConflictHint(props: ComponentProps<typeof Conflict>) {
  if (!props.held.conflict) return null
  return (
    <Suspense fallback={null}>
      <Conflict {...props} />
    </Suspense>
  )
}

/** Lazy-loaded: possible duplicates are rare. */
const DeskFormDuplicate = lazy(() =>
  import('../duplicates/DeskDuplicate.tsx').then((module) => ({ default: module.DeskFormDuplicate })),
)

/** Lazy-loaded: few documents have further tables. */
const FormTables = lazy(() => import('./tables/FormTables.tsx').then((module) => ({ default: module.FormTables })))

function Tables(props: FormTablesProps) {
  if (!props.spec.definition.tables) return null
  return (
    <Suspense fallback={null}>
      <FormTables {...props} />
    </Suspense>
  )
}

function DuplicateHint({ found }: { readonly found: NonNullable<CheckResult['duplicates']> }) {
  if (found.length === 0) return null
  return (
    <Suspense fallback={null}>
      <DeskFormDuplicate found={found} />
    </Suspense>
  )
}

interface DraftFormProps {
  readonly spec: FormSpec
  readonly initial: FormDraft
  readonly isRecovered?: boolean
}

const AUTOSAVE_MS = 3_000

/** The column of what was removed may be beyond the edge of the sheet. */
const warn = (text: string): void => notify('warning', text)

/** The form of a document: header, lines, and obstacles to a submit. */
export function DraftForm({ spec, initial, isRecovered = false }: DraftFormProps) {
  const { definition } = spec
  const tab = useTab()
  const keeping = useMemo(() => keptWithTab(tab.key), [tab.key])
  const held = useDocumentDraft({ spec, initial, keeping, autosaveMs: AUTOSAVE_MS, isRecovered })
  const { draft, setDraft } = held
  const { sheet, dispatch } = useLines(initial, spec, setDraft, warn)
  const [focus, setFocus] = useState<CellPlace | null>(null)
  const { replaced, onReplaced } = useReplaced(dispatch)
  const options = useFormOptions(spec, draft.header)
  useSoleOptions(spec, draft, options, setDraft)
  const setField = useHeadField(spec, options, held, dispatch)
  const answer = useCheck(spec, draft, held.leaving.isHeld)
  const checked = answer?.checked
  const formId = useId()
  const routeId = (stepKey: string): string => `${formId}route-${stepKey}`
  const route = useRoutePreview(spec, draft, answer)
  const hasLines = spec.lineColumns?.(draft.header).length !== 0
  const handOver = useHandedOver(held)
  const { problems, attempt, submit, onPending } = useSubmit(spec, held, { answer, sheet, hasLines }, route, routeId)
  const heading = useHeading(spec, draft)
  useUnsaved(held)
  useOwnAddress(draft.no)
  const { limits, known, valueOf } = useSaid(spec, draft, checked)
  return (
    <div className="document">
      <div className="document-main">
        <Head heading={heading} no={draft.no} />
        <ConflictHint spec={spec} held={held} options={options} onReplaced={onReplaced} />
        <FormSummary
          problems={summaryOf(spec, problems, formId, attempt, setFocus)}
          attempt={attempt}
          lines={problems.rows.size}
        />
        <Warnings texts={warningsOf(checked)} />
        <DuplicateHint found={checked?.duplicates ?? []} />
        <FormFields
          spec={spec}
          draft={draft}
          options={options}
          errors={problems.header}
          limits={limits}
          idOf={(name) => `${formId}${name}`}
          onChange={setField}
        />
        <DraftAttachments
          definition={definition}
          draft={draft}
          setDraft={setDraft}
          error={problems.header[FILES]}
          onPending={onPending}
        />
        <Advice spec={spec} draft={draft} saved={held.saved} dispatch={dispatch} Button={Button} File={ImportButton} />
        {hasLines ? (
          <FormLines
            spec={spec}
            draft={draft}
            options={options}
            sheet={sheet}
            dispatch={dispatch}
            errors={problems.rows}
            problem={problems.lines}
            problemId={linesId(formId)}
            focus={focus?.table === undefined ? focus : null}
            limits={limits}
            valueOf={valueOf}
            onFocus={setFocus}
            onFile={() => setDraft((now) => ({ ...now, source: 'file' }))}
            onHandedOver={handOver}
          />
        ) : null}
        <Tables
          key={replaced}
          spec={spec}
          held={held}
          options={options}
          answer={answer}
          problems={problems.tables}
          idOf={(table) => linesId(formId, table)}
          focus={focus}
          onFocus={setFocus}
          onHandedOver={handOver}
        />
        <RouteSection id={`${formId}route`} route={route} isTried={attempt > 0} idOf={routeId} />
      </div>
      <FormBar spec={spec} held={held} limits={limits} known={known} onSubmit={() => void submit()} />
    </div>
  )
}

function Head({ heading, no }: { readonly heading: string; readonly no: string | null }) {
  return (
    <header className="page-head">
      <h1>
        {heading} {no ? <span className="code">{no}</span> : null}
      </h1>
    </header>
  )
}

function RouteSection({ id, ...panel }: ComponentProps<typeof RoutePreviewPanel> & { readonly id: string }) {
  return (
    <section className="form-section" aria-labelledby={id}>
      <h2 id={id}>{pageText('approval.timeline')}</h2>
      <Suspense fallback={null}>
        <RoutePreviewPanel {...panel} />
      </Suspense>
    </section>
  )
}

/** The title of the page, which names the tab too. */
function useHeading({ definition }: FormSpec, { no, header }: FormDraft): string {
  const heading = documentTexts(definition).heading(header)
  // A list that is derived has the same name.
  const newTitle = definition.menu && !definition.menu.hasOwnList ? pageText('form.fresh', { name: heading }) : heading
  useTabTitle(no ? `${pageText('form.edit')} ${no}` : newTitle)
  return heading
}

/** Results of the last check besides errors: limits, the total, computed values. */
function useSaid(spec: FormSpec, draft: FormDraft, checked: CheckResult | undefined) {
  const limits = useMemo(() => (checked ? (spec.limits?.(checked, draft) ?? []) : []), [spec, checked, draft])
  const valueOf = useCallback(
    (column: string, row: number) => (checked ? (spec.lineValue?.(checked, column, row) ?? null) : null),
    [spec, checked],
  )
  return { limits, known: checked ? (spec.total?.(checked) ?? null) : null, valueOf }
}

/** The content as the last check and the sheet say of it. */
interface FormContent {
  readonly answer: ReturnType<typeof useCheck>
  readonly sheet: SheetState
  readonly hasLines: boolean
}

/** Current errors, and the submit: refused locally where the last check refused the same content. */
function useSubmit(
  spec: FormSpec,
  held: DocumentDraft,
  { answer, sheet, hasLines }: FormContent,
  route: FormRoute,
  routeId: (stepKey: string) => string,
) {
  const { definition } = spec
  const { draft, refusals } = held
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()
  const tab = useTab()
  const told = isUntouched(held, attempt > 0) ? null : answer
  const problems = useMemo(() => {
    const now = refusals.length > 0 ? refusals : refusalsNow(definition, told, draft)
    const found = problemsOf(definition, now, draft, attempt > 0, hasLines)
    return { ...found, rows: withNotes(found.rows, sheet) }
  }, [definition, refusals, told, draft, attempt, hasLines, sheet])
  const { onPending, isReady } = usePendingUploads()
  const submit = async (): Promise<void> => {
    if (!isReady()) return
    const isChecked = answer?.of === draft
    if (isChecked && hasProblems(problemsOf(definition, answer.checked.refusals, draft, true)))
      return setAttempt(attempt + 1)
    const [unchosen] = route.unchosen
    if (unchosen !== undefined) {
      document.getElementById(routeId(unchosen))?.focus()
      return setAttempt(attempt + 1)
    }
    const submitted = await held.submit(route.accounts())
    if (!submitted) return setAttempt(attempt + 1)
    notify('success', pageText('form.submitted', { no: submitted.no }))
    tab.closeOnLeave()
    void navigate(pageAddress(definition, 'pc', submitted.formInstanceId))
  }
  return { problems, attempt, submit, onPending }
}

/** Leaving the tab asks about unsaved input. */
function useUnsaved({ saveState, keep, leaving: { stored, discard, hold } }: DocumentDraft): void {
  const { key, setUnsaved } = useTab()
  // Counts as unsaved while being saved, because a save may fail.
  const isDirty = saveState.kind !== 'clean' && saveState.kind !== 'saved'
  useEffect(
    () => setUnsaved(isDirty ? { save: keep, isKept: () => isInputKept(key), stored, discard, hold } : null),
    [key, setUnsaved, isDirty, keep, stored, discard, hold],
  )
}

/**
 * Follows a form whose lines are imported from a file: the import makes a draft of its own with this header, so
 * if nothing else was written here, this one is closed with its tab.
 */
function useHandedOver({ draft, leaving }: DocumentDraft): () => Promise<void> {
  const tab = useTab()
  return async () => {
    const held = [draft.lines, ...Object.values(draft.tables ?? {})].some((lines) => filledLines(lines).length > 0)
    if (held || draft.files.length > 0) return
    // Autosave is paused.
    leaving.hold(true)
    if (!(await leaving.discard())) return leaving.hold(false)
    tab.setUnsaved(null)
    tab.closeOnLeave()
  }
}
