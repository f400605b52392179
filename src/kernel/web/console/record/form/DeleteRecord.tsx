import { Button } from 'antd'
import { useState } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { ApiError } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { Banner } from '../../Banner.tsx'
import { recordApi, type RecordDetailWire, type UseWire } from '../record-api.ts'
import { Uses } from '../RecordFacts.tsx'
import { kitText } from '../record-texts.ts'

interface DeleteRecordProps {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
  readonly onDisable: () => void
  readonly onGone: () => void
  readonly onClose: () => void
}

/** Confirms the deletion of a record by the question of spec section 2; one with references stays, and may be disabled instead. */
export function DeleteRecord({ record, detail, onDisable, onGone, onClose }: DeleteRecordProps) {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const found = (failure?.refusal?.data as { readonly uses?: readonly UseWire[] } | undefined)?.uses
  const uses = found ?? detail.uses
  const { name, state } = detail.record
  const isUsed = uses.length > 0
  const go = async (): Promise<void> => {
    setRunning(true)
    try {
      await recordApi(record).act('delete', detail.record, { handles: [409] })
      notify('success', pageText('list.success'))
      onGone()
    } catch (error) {
      if (error instanceof ApiError) setFailure(error)
      setRunning(false)
    }
  }
  const cancel = (): void => {
    if (!isUsed) notify('info', pageText('list.cancelled'))
    onClose()
  }
  const instead =
    record.states && state === 'enabled' ? (
      <Button type="primary" onClick={onDisable}>
        {kitText('disableInstead')}
      </Button>
    ) : null
  return (
    <Dialog
      title={isUsed ? kitText('usedTitle', { name }) : kitText('delete')}
      closeLabel={pageText('common.close')}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{pageText('common.cancel')}</Button>
          {isUsed ? (
            instead
          ) : (
            <Button type="primary" danger loading={isRunning} onClick={() => void go()}>
              {kitText('delete')}
            </Button>
          )}
        </>
      }
    >
      {isUsed ? (
        <>
          <p>{kitText('usedHint')}</p>
          <Uses uses={uses} />
        </>
      ) : (
        <>
          <p>{pageText('list.deleteAsk')}</p>
          <p>
            <strong>{name}</strong> <span className="quiet">{kitText('historyKept')}</span>
          </p>
        </>
      )}
      {failure && !found ? <Banner kind="error">{failure.message}</Banner> : null}
    </Dialog>
  )
}
