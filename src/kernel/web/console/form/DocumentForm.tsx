import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { pageAddress } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { useSession } from '../shell/session-context.ts'
import { useTab } from '../shell/tabs/tab-context.ts'
import { Denied } from '../Denied.tsx'
import { isDenied } from '../denied.ts'
import { Banner, ErrorBanner, OptionsFailed } from '../Banner.tsx'
import { copyOf } from './draft/copy-of.ts'
import { draftOf, type FormDraft, newDraft } from './draft/draft.ts'
import { DRAFT_NO } from './draft/own-address.ts'
import { DraftForm } from './DraftForm.tsx'
import { editedDetail } from './draft/edited-detail.ts'
import type { FormSpec } from './form-spec.ts'
import { keptDraft } from './draft/kept-input.ts'
import { useMayRaise } from './may-raise.ts'

interface DocumentFormProps {
  readonly spec: FormSpec
}

/**
 * The page that raises a document: a new one, or one's own draft or rejected one by `applyNo`. Input of this tab is
 * restored after a reload.
 */
export function DocumentForm({ spec }: DocumentFormProps) {
  const [query] = useSearchParams()
  const tab = useTab()
  const [kept] = useState(() => keptDraft(tab.key))
  const mayRaise = useMayRaise(spec.definition, useLocation().pathname)
  // The address of a new one takes the number of its draft (DraftForm), which leaves the open form as it is.
  const [draftNo] = useState(query.get(DRAFT_NO))
  const no = query.get('applyNo') ?? draftNo
  if (mayRaise === null) return <Loading />
  if (no)
    return (
      <>
        <Suspense fallback={null}>
          <RefusedBefore definition={spec.definition} no={no} />
        </Suspense>
        {kept && mayRaise ? (
          <DraftForm spec={spec} initial={kept} isRecovered />
        ) : (
          <Existing spec={spec} no={no} mayRaise={mayRaise} />
        )}
      </>
    )
  if (!mayRaise) return <Refused definition={spec.definition} />
  if (kept) return <DraftForm spec={spec} initial={kept} isRecovered />
  const original = query.get('copyOf')
  return original ? <Copied spec={spec} no={original} /> : <New spec={spec} query={query} />
}

function Loading() {
  return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
}

const RefusedBefore = lazy(() =>
  import('../approval/RefusedBefore.tsx').then((module) => ({ default: module.RefusedBefore })),
)

/** Loaded only for people who are refused. */
const Refused = lazy(() => import('./RefusedForm.tsx').then((module) => ({ default: module.RefusedForm })))

function New({ spec, query }: DocumentFormProps & { readonly query: URLSearchParams }) {
  const start = spec.useStart(query)
  const [initial, setInitial] = useState<FormDraft | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  // Once loaded it belongs to the person: a later refetch must not replace what is typed.
  if (start && !initial && 'header' in start) {
    setInitial(newDraft(start.header, start.lines, start.tables))
    // Without its texts nothing is said; the form itself is complete.
    void start.notes?.().then(setNotes, () => undefined)
  }
  if (start && 'onRetry' in start && !initial) return <OptionsFailed onRetry={start.onRetry} />
  if (!initial) return <Loading />
  return (
    <>
      {notes.map((note) => (
        <Banner key={note} kind="warning">
          {note}
        </Banner>
      ))}
      <DraftForm spec={spec} initial={initial} />
    </>
  )
}

/** A new one that begins with the content of another that the person may read. */
function Copied({ spec, no }: DocumentFormProps & { readonly no: string }) {
  const { definition } = spec
  const { data, error, refetch } = useQuery(editedDetail(definition, no))
  if (isDenied(error)) return <Denied error={error} />
  if (error) return <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} />
  return data ? <DraftForm spec={spec} initial={copyOf(definition, data.document)} /> : <Loading />
}

interface ExistingProps extends DocumentFormProps {
  readonly no: string
  readonly mayRaise: boolean
}

function Existing({ spec, no, mayRaise }: ExistingProps) {
  const { definition } = spec
  const { user } = useSession()
  const detail = useQuery(editedDetail(definition, no))
  if (isDenied(detail.error)) return <Denied error={detail.error} />
  if (detail.isError)
    return <ErrorBanner error={detail.error} text={(reason) => reason} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Loading />
  const { document } = detail.data
  const isMine = document.drafter.account === user.userAccount
  if (isMine && definition.actions['save']?.from.includes(document.state))
    return mayRaise ? (
      <DraftForm spec={spec} initial={draftOf(definition, document)} />
    ) : (
      <Refused definition={spec.definition} />
    )
  const state = documentTexts(definition).state(document.state)
  return (
    <div className="message-page">
      <h1>
        {isMine
          ? pageText('form.closedForEdit', { state })
          : pageText('form.onlyDrafter', { name: document.drafter.name })}
      </h1>
      {document.formInstanceId ? (
        <Link to={pageAddress(definition, 'pc', document.formInstanceId)}>{pageText('form.open')}</Link>
      ) : null}
    </div>
  )
}
