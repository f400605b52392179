import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { ApiError } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { viewApi, type SavedView, type ViewContent } from './saved-views.ts'
import { listDeskText } from '../list-desk-text.ts'

interface ViewDialogProps {
  readonly kind: 'saveAs' | 'rename' | 'delete'
  readonly list: string
  readonly view: SavedView | null
  readonly content: ViewContent
  readonly onClose: () => void
  /** The list's current view; null after deletion. */
  readonly onDone: (view: SavedView | null) => void
}

const LONGEST = 60

/** Names a view, or confirms its deletion. */
export function ViewDialog({ kind, list, view, content, onClose, onDone }: ViewDialogProps) {
  const id = useId()
  const [name, setName] = useState(kind === 'rename' ? (view?.name ?? '') : '')
  const [error, setError] = useState('')
  const [isRunning, setRunning] = useState(false)
  const act = async (): Promise<SavedView | null> => {
    if (kind === 'delete') return view ? viewApi.remove(list, view).then(() => null) : null
    // Renaming changes nothing else: other changes stay unsaved.
    const kept = kind === 'rename' && view ? { id: view.id, version: view.version, content: view.content } : { content }
    return viewApi.save(list, { ...kept, name: name.trim() })
  }
  const submit = async (): Promise<void> => {
    if (kind !== 'delete' && name.trim() === '') return setError(listDeskText('nameMissing'))
    setRunning(true)
    try {
      const done = await act()
      if (kind === 'delete') notify('success', pageText('list.success'))
      onDone(done)
    } catch (cause) {
      setError(cause instanceof ApiError ? cause.message : pageText('http.unknown'))
      void viewApi.reload(list)
      setRunning(false)
    }
  }
  const cancel = (): void => {
    if (kind === 'delete') notify('info', pageText('list.cancelled'))
    onClose()
  }
  return (
    <Dialog
      title={listDeskText(kind)}
      closeLabel={pageText('common.close')}
      width={420}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{pageText('common.cancel')}</Button>
          <Button type="primary" danger={kind === 'delete'} loading={isRunning} onClick={() => void submit()}>
            {listDeskText(kind === 'delete' ? 'delete' : 'save')}
          </Button>
        </>
      }
    >
      {kind === 'delete' ? (
        <>
          <p>{pageText('list.deleteAsk')}</p>
          <p>
            <strong>{view?.name}</strong> <span className="quiet">{listDeskText('listStays')}</span>
          </p>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Field id={id} label={listDeskText('name')} error={error || undefined} isRequired>
            <Input autoFocus maxLength={LONGEST} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </form>
      )}
      {kind === 'delete' && error ? <p className="field-error">{error}</p> : null}
    </Dialog>
  )
}
