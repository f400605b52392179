import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageText } from '#kernel/console/client/i18n.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { ErrorSummary, type FormProblem } from '#kernel/console/form/ErrorSummary.tsx'
import { sheetReducer, startSheet, type SheetEvent, type SheetState } from '#kernel/console/sheet/sheet-state.ts'
import { useTab, useTabTitle } from '#kernel/console/shell/tab-context.ts'
import type { ApplicationDraft, ApplicationHeader } from './application-form.ts'
import { hasProblems, problemsOf, type Problems } from './application-problems.ts'
import { ApplyBar } from './ApplyBar.tsx'
import { ApplyHeader } from './ApplyHeader.tsx'
import { ApplyLines } from './ApplyLines.tsx'
import { approvalAddress } from './budget-addresses.ts'
import { fieldLabel, pageLabel } from './budget-texts.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { useApplication, type Application } from './use-application.ts'
import { useCheck } from './use-check.ts'
import '#kernel/console/document/document.css'

/** The application as it is written: header, lines, and what stands in the way of submitting it. */
export function ApplyForm({ initial, isEditing }: { readonly initial: ApplicationDraft; readonly isEditing: boolean }) {
  const application = useApplication(initial)
  const { draft, setDraft } = application
  const { sheet, dispatch } = useLines(initial, setDraft)
  const [focus, setFocus] = useState<{ readonly row: number; readonly key: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()
  const tab = useTab()
  const answer = useCheck(draft)
  useTabTitle(
    draft.no
      ? `${pageLabel('edit')} ${draft.no}`
      : pageLabel(draft.header.applyType === 'revoke' ? 'newRevoke' : 'newGrant'),
  )

  const setHeader = useCallback(
    (changes: Partial<ApplicationHeader>) => setDraft((now) => ({ ...now, header: { ...now.header, ...changes } })),
    [setDraft],
  )
  const refused = application.refusals
  const checked = answer?.checked.refusals
  const problems = useMemo(
    () => problemsOf(refused.length > 0 ? refused : (checked ?? []), draft, attempt > 0),
    [refused, checked, draft, attempt],
  )
  const submit = async (): Promise<void> => {
    const isChecked = answer?.of === draft
    if (isChecked && hasProblems(problemsOf(answer.checked.refusals, draft, true))) return setAttempt(attempt + 1)
    const submitted = await application.submit()
    if (!submitted) return setAttempt(attempt + 1)
    notify('success', pageLabel('submitted', { no: submitted.no }))
    tab.closeOnLeave()
    void navigate(approvalAddress(submitted.formInstanceId))
  }
  return (
    <div className="document">
      <div className="document-main">
        <header className="page-head">
          <h1>
            {pageLabel(draft.header.applyType === 'revoke' ? 'revokeTitle' : 'grantTitle')}{' '}
            {draft.no ? <span className="code">{draft.no}</span> : null}
          </h1>
        </header>
        {attempt > 0 ? (
          <ErrorSummary problems={summaryOf(problems, setFocus)} attempt={attempt} />
        ) : (
          <Others problems={problems} />
        )}
        <ApplyHeader
          header={draft.header}
          errors={problems.header}
          poolAvailable={answer?.checked.poolAvailable ?? null}
          isFixed={isEditing && draft.lines.length > 0}
          onChange={setHeader}
        />
        <ApplyLines
          header={draft.header}
          sheet={sheet}
          dispatch={dispatch}
          errors={problems.rows}
          focus={focus}
          availableOf={(row) => answer?.checked.lines.find((line) => line.row === row)?.available ?? null}
          onParsed={() => setDraft((now) => ({ ...now, source: 'file' }))}
        />
      </div>
      <ApplyBar
        application={application}
        poolAvailable={answer?.checked.poolAvailable ?? null}
        onSubmit={() => void submit()}
      />
      {application.conflict && draft.id ? (
        <ConflictDialog
          application={application}
          id={draft.id}
          onReplaced={(next) => dispatch({ type: 'replace', rows: next.lines.map((values) => ({ values })) })}
        />
      ) : null}
    </div>
  )
}

/** The sheet's lines, and the same lines in the draft: several changes in one moment (a cell left, a line added) are one after another. */
function useLines(
  initial: ApplicationDraft,
  setDraft: Application['setDraft'],
): { readonly sheet: SheetState; readonly dispatch: (event: SheetEvent) => void } {
  const [sheet, setSheet] = useState(() => startSheet(initial.lines))
  const latest = useRef(sheet)
  const dispatch = useCallback(
    (event: SheetEvent) => {
      const next = sheetReducer(latest.current, event)
      if (next.rows === latest.current.rows) return
      latest.current = next
      setSheet(next)
      setDraft((now) => ({ ...now, lines: next.rows.map((row) => row.values) }))
    },
    [setDraft],
  )
  return { sheet, dispatch }
}

/** What concerns no single field stands above the form at once. */
function Others({ problems }: { readonly problems: Problems }) {
  return (
    <ErrorSummary attempt={0} problems={problems.other.map((text) => ({ key: text, text, jump: () => undefined }))} />
  )
}

const LABELLED = [
  'areaId',
  'year',
  'month',
  'budgetDeptCode',
  'projectPoolCode',
  'productClass',
  'currency',
  'regionCode',
  'reason',
] as const

function summaryOf(
  problems: Problems,
  setFocus: (focus: { row: number; key: string }) => void,
): readonly FormProblem[] {
  const header = LABELLED.flatMap((field) => {
    const text = problems.header[field]
    return text === undefined
      ? []
      : [
          {
            key: field,
            text: withLabel(fieldLabel(field), text),
            jump: () => document.querySelector<HTMLElement>(`#apply-${field}`)?.focus(),
          },
        ]
  })
  const rows = [...problems.rows].flatMap(([row, errors]) =>
    Object.entries(errors).map(([key, text]) => ({
      key: `${row} ${key}`,
      text: `${pageText('form.row', { row: row + 1 })}: ${text}`,
      jump: () => setFocus({ row, key }),
    })),
  )
  const other = problems.other.map((text) => ({
    key: text,
    text,
    jump: () => document.querySelector<HTMLElement>('.sheet-scroll')?.focus(),
  }))
  return [...header, ...rows, ...other]
}

function withLabel(label: string, text: string): string {
  return text.includes(label) ? text : `${label}: ${text}`
}
