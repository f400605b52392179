import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Names } from '#kernel/engine/definition/view.ts'
import { pageAddress } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import { draftOf, type FormDraft, newDraft } from '../../form/draft/draft.ts'
import { editedDetail } from '../../form/draft/edited-detail.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import { useMayRaise } from '../../form/may-raise.ts'
import { useSession } from '../../shell/session-context.ts'
import { goTo, useAddress } from '../address.ts'
import { DraftForm } from './DraftForm.tsx'
import { NotRead } from './NotRead.tsx'
import { keptDraft } from './kept-draft.ts'
import { Loading } from '../parts/Loading.tsx'
import { HOME, PhoneMessage } from '../PhoneMessage.tsx'

/** The form on a phone: a new document, or one's own draft or rejected one by its number. */
export function PhoneForm({ spec }: { readonly spec: FormSpec }) {
  const { query, path } = useAddress()
  const mayRaise = useMayRaise(spec.definition, path)
  const no = query.get('applyNo')
  if (mayRaise === null) return <Loading />
  if (no) return <Existing spec={spec} no={no} mayRaise={mayRaise} />
  if (!mayRaise) return <Refused definition={spec.definition} />
  const original = query.get('copyOf')
  if (!original) return <New spec={spec} query={query} />
  return (
    <Suspense fallback={<Loading />}>
      <Copied spec={spec} no={original} />
    </Suspense>
  )
}

const RefusedBefore = lazy(() =>
  import('../../approval/RefusedBefore.tsx').then((module) => ({ default: module.RefusedBefore })),
)

/** Loaded only for a copy, which few people begin on a phone. */
const Copied = lazy(() => import('./CopiedForm.tsx').then((module) => ({ default: module.CopiedForm })))

/** Loaded only for people who are refused. */
const Refused = lazy(() => import('./RefusedForm.tsx').then((module) => ({ default: module.RefusedForm })))

function New({ spec, query }: { readonly spec: FormSpec; readonly query: URLSearchParams }) {
  const { user } = useSession()
  const start = spec.useStart(query)
  const [kept] = useState(() => keptDraft(user.userAccount, spec.definition.name, null))
  const [initial, setInitial] = useState<FormDraft | null>(kept)
  // Once loaded it belongs to the person: a later refetch must not replace what is typed.
  if (start && !initial && 'header' in start)
    setInitial(newDraft(start.header, start.lines?.length ? start.lines : [{}], start.tables))
  if (start && 'onRetry' in start && !initial) {
    const action = { text: pageText('common.retry'), act: start.onRetry }
    return <PhoneMessage title={pageText('options.failed')} action={action} home={HOME} />
  }
  return initial ? <DraftForm spec={spec} initial={initial} names={{}} isRecovered={kept !== null} /> : <Loading />
}

interface ExistingProps {
  readonly spec: FormSpec
  readonly no: string
  readonly mayRaise: boolean
}

function Existing({ spec, no, mayRaise }: ExistingProps) {
  const { definition } = spec
  const { user } = useSession()
  const { data, error, refetch } = useQuery(editedDetail(definition, no))
  const document = data?.document
  const isEditable = document !== undefined && (definition.actions['save']?.from.includes(document.state) ?? false)
  const page =
    document?.formInstanceId && !isEditable ? pageAddress(definition, 'mobile', document.formInstanceId) : null
  useEffect(() => {
    if (page) goTo(page, 'replace')
  }, [page])
  if (error) return <NotRead error={error} onRetry={() => void refetch()} />
  if (!data || !document || !isEditable) return <Loading />
  if (document.drafter.account !== user.userAccount) {
    return <PhoneMessage title={pageText('form.onlyDrafter', { name: document.drafter.name })} home={HOME} />
  }
  if (!mayRaise) return <Refused definition={spec.definition} />
  return (
    <>
      <Suspense fallback={null}>
        <RefusedBefore definition={definition} no={no} />
      </Suspense>
      <Stored spec={spec} stored={draftOf(definition, document)} names={data.names} />
    </>
  )
}

interface StoredProps {
  readonly spec: FormSpec
  readonly stored: FormDraft
  readonly names: Names
}

/** The stored version, or this tab's input that could not be saved. */
function Stored({ spec, stored, names }: StoredProps) {
  const { user } = useSession()
  const [kept] = useState(() => keptDraft(user.userAccount, spec.definition.name, stored.no))
  return <DraftForm spec={spec} initial={kept ?? stored} names={names} isRecovered={kept !== null} />
}
