import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WaitingDraft } from '#kernel/engine/setting/setting-wire.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import { notify } from '../client/live/notices.ts'
import { settingText } from './setting-text.ts'
import { publishWaiting, rejectDraft, waitingDrafts } from './waiting-drafts-api.ts'
import './waiting-drafts.css'

interface WaitingDraftsProps {
  /** Opens the page of a setting; a phone has none. */
  readonly onOpen?: (address: string) => void
}

/** Above the tasks at both widths: settings that the reader may publish as the second person, until that is done. */
export function WaitingDrafts({ onOpen }: WaitingDraftsProps) {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: ['tasks', 'settings'],
    queryFn: ({ signal }) => waitingDrafts(signal),
    staleTime: 0,
  })
  // They count in the boxes and in the badge, too.
  const recount = (): void => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [part] }) => part === 'tasks' || part === 'inbox' })
  }
  if (data.length === 0) return null
  return (
    <section className="waiting-drafts" aria-label={settingText('waiting.title')}>
      <h2>
        {settingText('waiting.title')} <b>{data.length}</b>
      </h2>
      <ul>
        {data.map((draft) => (
          <li key={`${draft.kind} ${draft.key} ${draft.draftVersion}`}>
            <Waiting draft={draft} onDone={recount} {...(onOpen ? { onOpen } : {})} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WaitingProps extends WaitingDraftsProps {
  readonly draft: WaitingDraft
  readonly onDone: () => void
}

function Waiting({ draft, onOpen, onDone }: WaitingProps) {
  const { title, by, askedAt, note, changes, url } = draft
  const id = useId()
  const [reason, setReason] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const act = (call: () => Promise<string>): void => {
    setRunning(true)
    call().then(
      (said) => {
        notify('success', said)
        onDone()
      },
      // The call has shown a refusal: what waits may have changed.
      () => {
        setRunning(false)
        onDone()
      },
    )
  }
  const publish = async (): Promise<string> => {
    const { version } = await publishWaiting(draft)
    return settingText('waiting.published', { title, version })
  }
  const reject = async (opinion: string): Promise<string> => {
    await rejectDraft(draft, opinion)
    return settingText('waiting.rejected', { title, by })
  }
  return (
    <article aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p className="waiting-by">{settingText('waiting.by', { by, time: formatTime(askedAt) })}</p>
      {note ? <blockquote>{note}</blockquote> : null}
      <table>
        <caption>{settingText('waiting.changes')}</caption>
        <thead>
          <tr>
            {(['field', 'before', 'after'] as const).map((column) => (
              <th key={column} scope="col">
                {settingText(`diff.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }, at) => (
            <tr key={`${at} ${name}`}>
              <th scope="row">{name}</th>
              <td>{before ?? '/'}</td>
              <td>{after ?? '/'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {reason === null ? null : (
        <label className="waiting-reason">
          {settingText('waiting.reason')}
          <textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
          {reason.trim() === '' ? <span>{settingText('waiting.reasonNeeded')}</span> : null}
        </label>
      )}
      <div className="waiting-acts">
        <button type="button" className="waiting-main" disabled={isRunning} onClick={() => act(publish)}>
          {settingText('waiting.publish')}
        </button>
        <button
          type="button"
          disabled={isRunning || (reason !== null && reason.trim() === '')}
          onClick={() => (reason === null ? setReason('') : act(() => reject(reason)))}
        >
          {settingText('waiting.reject')}
        </button>
        {onOpen ? (
          <button type="button" onClick={() => onOpen(url)}>
            {settingText('waiting.page')}
          </button>
        ) : null}
      </div>
    </article>
  )
}
