import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { askAddress, changeAddress, type ChangeKind } from '#kernel/engine/record/change-address.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RelatedView } from '#kernel/engine/record/routes/record-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { queryKeys, staleAfterAction } from '../client/query-keys.ts'
import { isDenied } from '../denied.ts'
import { ErrorBanner, Banner } from '../Banner.tsx'
import { DeleteRecord } from './form/DeleteRecord.tsx'
import { recordApi, type RecordDetailWire } from './record-api.ts'
import { RecordDays } from './RecordDays.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordForm } from './form/RecordForm.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordPath, Waiting, mayHere, OnlyRead } from './RecordTop.tsx'
import { RecordSection } from './RecordSection.tsx'
import { RelatedLists } from './RelatedLists.tsx'
import { isOpenToEdit } from './life-of.ts'
import { kitText, textsOf } from './record-texts.ts'

interface RecordDrawerProps {
  readonly record: AnyRecord
  /** Null for a new one. */
  readonly id: string | null
  /** Initial values of a new one: the record to which it was added. */
  readonly start?: Readonly<Record<string, string>>
  /** Whether a right is held anywhere. */
  readonly may: (right: string) => boolean
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

/** Refetches a record's lists and details after a change; a deleted one is not refetched. */
function recordChanged(record: AnyRecord, isGone = false): void {
  const isStale = staleAfterAction([record.name, ...(record.changes ?? [])])
  const isDetail = (key: readonly unknown[]) => key[0] === 'detail' && key[1] === record.name
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStale(queryKey) && !(isGone && isDetail(queryKey)),
  })
}

/** One record beside its list: to read, edit or create. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { record, id, start, onMade, onClose } = props
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(record.name, id),
    queryFn: ({ signal }) => recordApi(record).detail(id ?? '', { signal, handles: true }),
    enabled: id !== null,
    staleTime: 0,
  })
  const may = mayHere(props.may, data)
  const mayEdit = may(record.rights.edit)
  const mayEnable = may(record.rights.enable ?? record.rights.edit)
  if (id === null || (isEditing && data))
    return (
      <RecordForm
        record={record}
        stored={id === null ? null : (data?.record ?? null)}
        start={start}
        onSaved={(saved) => {
          notify('success', kitText('saved'))
          recordChanged(record)
          setEditing(false)
          if (id === null) onMade(saved.id)
        }}
        onClose={() => (id === null ? onClose() : setEditing(false))}
      />
    )
  return (
    <Dialog
      shape="drawer"
      isAddressed
      width={640}
      title={data ? data.record.name : textsOf(record).title()}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        data && (mayEdit || mayEnable) ? (
          <Acts
            record={record}
            detail={data}
            mayEdit={mayEdit}
            mayEnable={mayEnable}
            onEdit={() => setEditing(true)}
            onGone={onClose}
          />
        ) : undefined
      }
    >
      {data ? (
        <RecordBody record={record} detail={data} may={may} held={props.may} />
      ) : isDenied(error) ? (
        <Banner kind="info">{kitText('missing')}</Banner>
      ) : error ? (
        <ErrorBanner error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}

interface RecordBodyProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  readonly may: (right: string) => boolean
  /** Held anywhere, whereas `may` is for this organisation. */
  readonly held: (right: string) => boolean
}

function RecordBody({ record, detail, may, held }: RecordBodyProps) {
  return (
    <>
      <Waiting
        record={record}
        waiting={detail.waiting}
        link={(formInstanceId, text) => <Link to={changeAddress('pc', formInstanceId)}>{text}</Link>}
      />
      <RecordPath path={detail.path} link={(step, text) => <Link to={deskAddress(record, step)}>{text}</Link>} />
      <OnlyRead record={record} detail={detail} may={held} />
      <RecordFacts record={record} detail={detail} />
      <RecordDays
        record={record}
        detail={detail}
        onTakenBack={may(record.rights.edit) ? () => recordChanged(record) : undefined}
      />
      <RecordSection
        name={record.name}
        row={detail.record}
        detail={detail}
        isPhone={false}
        may={may}
        onChanged={() => recordChanged(record)}
      />
      <RelatedLists
        record={record}
        detail={detail}
        link={(to, text) => <Link to={to}>{text}</Link>}
        addressOf={deskAddress}
        foot={relatedFoot}
      />
      <RecordHistory
        record={record}
        id={detail.record.id}
        version={detail.record.version}
        link={(formInstanceId, text) => <Link to={changeAddress('pc', formInstanceId)}>{text}</Link>}
      />
    </>
  )
}

function deskAddress({ page }: AnyRecord, id: string): string {
  return `${page}?${new URLSearchParams({ record: id })}`
}

/** All of them are a filtered list; a new one is created with a reference to this record. */
function relatedFoot(other: AnyRecord, { by, count, records, mayAdd }: RelatedView, key: string) {
  const isAll = count <= records.length
  if (isAll && !mayAdd) return null
  return (
    <p className="record-related-foot">
      {isAll ? null : (
        <Link to={`${other.page}?${new URLSearchParams({ [by]: key })}`}>{kitText('showAll', { count })}</Link>
      )}
      {mayAdd ? (
        <Link to={`${other.page}?${new URLSearchParams({ record: 'new', [`new.${by}`]: key })}`}>
          {kitText('new', { label: textsOf(other).label() })}
        </Link>
      ) : null}
    </p>
  )
}

interface ActsProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  readonly mayEdit: boolean
  readonly mayEnable: boolean
  readonly onEdit: () => void
  readonly onGone: () => void
}

function Acts({ record, detail, mayEdit, mayEnable, onEdit, onGone }: ActsProps) {
  const [running, setRunning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const act = detail.record.state === 'enabled' ? 'disable' : 'enable'
  const run = async (wanted: 'enable' | 'disable'): Promise<void> => {
    setRunning(true)
    try {
      await recordApi(record).act(wanted, detail.record, {})
      notify('success', kitText('saved'))
    } catch {
      // The call has shown the error; the stored state is reloaded.
    } finally {
      setRunning(false)
      recordChanged(record)
    }
  }
  const shown = actsOf(record, detail, mayEdit, mayEnable)
  return (
    <>
      {shown.has('delete') ? (
        <Button danger icon={<Icon name="trash" />} onClick={() => setAsking(true)}>
          {kitText('delete')}
        </Button>
      ) : null}
      {shown.has('switch') ? (
        <Button loading={running} onClick={() => void run(act)}>
          {kitText(act)}
        </Button>
      ) : null}
      {shown.has('ask') ? <AskButton record={record} detail={detail} kind="change" /> : null}
      {shown.has('edit') ? (
        <Button type={shown.has('submit') ? 'default' : 'primary'} icon={<Icon name="edit" />} onClick={onEdit}>
          {kitText('edit')}
        </Button>
      ) : null}
      {shown.has('submit') ? <AskButton record={record} detail={detail} kind="new" /> : null}
      {isAsking ? (
        <DeleteRecord
          record={record}
          detail={detail}
          onDisable={() => {
            setAsking(false)
            void run('disable')
          }}
          onGone={() => {
            recordChanged(record, true)
            onGone()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** Possible actions in its current state: a draft in approval is read-only, guarded fields are changed by request. */
function actsOf(
  record: AnyRecord,
  detail: RecordDetailWire,
  mayEdit: boolean,
  mayEnable: boolean,
): ReadonlySet<'delete' | 'switch' | 'ask' | 'edit' | 'submit'> {
  const isDraft = record.life === true && detail.record.state === 'draft'
  const isWaiting = isDraft && detail.waiting.length > 0
  return new Set([
    ...(mayEdit && !isWaiting && (!record.life || isDraft) ? (['delete'] as const) : []),
    ...(mayEnable && record.states && !isDraft ? (['switch'] as const) : []),
    ...(mayEdit && record.guarded && !isDraft ? (['ask'] as const) : []),
    ...(mayEdit && isOpenToEdit(record, detail) ? (['edit'] as const) : []),
    ...(mayEdit && isDraft && !isWaiting ? (['submit'] as const) : []),
  ])
}

interface AskProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  readonly kind: ChangeKind
}

function AskButton({ record, detail, kind }: AskProps) {
  const navigate = useNavigate()
  const key = String(detail.record.values[record.key])
  return (
    <Button
      type={kind === 'new' ? 'primary' : 'default'}
      onClick={() => void navigate(askAddress('pc', record, key, kind))}
    >
      {kitText(kind === 'new' ? 'submit' : 'ask')}
    </Button>
  )
}
