import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { AnyRecord } from '#kernel/record/definition.ts'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { queryKeys, staleAfterAction } from '../client/query-keys.ts'
import { isDenied } from '../denied.ts'
import { ErrorStrip, Strip } from '../Strip.tsx'
import { DeleteRecord } from './DeleteRecord.tsx'
import { recordApi, type RecordDetailWire } from './record-api.ts'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { kitText, textsOf } from './record-texts.ts'

interface RecordDrawerProps {
  readonly record: AnyRecord
  /** Null for a new one. */
  readonly id: string | null
  readonly mayEdit: boolean
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

/** Lists and details of a record are read again, after somebody here changed it; one that is gone is not asked for. */
function recordChanged(record: AnyRecord, isGone = false): void {
  const isStale = staleAfterAction([record.name, ...(record.changes ?? [])])
  const isDetail = (key: readonly unknown[]) => key[0] === 'detail' && key[1] === record.name
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStale(queryKey) && !(isGone && isDetail(queryKey)),
  })
}

/** One record beside its list: to read, to change, to make. */
export function RecordDrawer({ record, id, mayEdit, onMade, onClose }: RecordDrawerProps) {
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(record.name, id),
    queryFn: ({ signal }) => recordApi(record).detail(id ?? '', { signal, handles: true }),
    enabled: id !== null,
    staleTime: 0,
  })
  if (id === null || (isEditing && data))
    return (
      <RecordForm
        record={record}
        stored={id === null ? null : (data?.record ?? null)}
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
      width={640}
      title={data ? data.record.name : textsOf(record).title()}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        data && mayEdit ? (
          <Acts record={record} detail={data} onEdit={() => setEditing(true)} onGone={onClose} />
        ) : undefined
      }
    >
      {data ? (
        <>
          <RecordFacts record={record} detail={data} />
          <RecordHistory record={record} id={data.record.id} version={data.record.version} />
        </>
      ) : isDenied(error) ? (
        <Strip kind="info">{kitText('missing')}</Strip>
      ) : error ? (
        <ErrorStrip
          error={error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void refetch()}
        />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}

interface ActsProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  readonly onEdit: () => void
  readonly onGone: () => void
}

function Acts({ record, detail, onEdit, onGone }: ActsProps) {
  const [running, setRunning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const act = detail.record.state === 'enabled' ? 'disable' : 'enable'
  const run = async (): Promise<void> => {
    setRunning(true)
    try {
      await recordApi(record).act(act, detail.record, {})
      notify('success', kitText('saved'))
    } catch {
      // The call has shown why; what is stored now is read again.
    } finally {
      setRunning(false)
      recordChanged(record)
    }
  }
  return (
    <>
      <Button danger icon={<Icon name="trash" />} onClick={() => setAsking(true)}>
        {kitText('delete')}
      </Button>
      {record.states ? (
        <Button loading={running} onClick={() => void run()}>
          {kitText(act)}
        </Button>
      ) : null}
      {record.appendOnly ? null : (
        <Button type="primary" icon={<Icon name="edit" />} onClick={onEdit}>
          {kitText('edit')}
        </Button>
      )}
      {isAsking ? (
        <DeleteRecord
          record={record}
          detail={detail}
          onDisable={() => {
            setAsking(false)
            void run()
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
