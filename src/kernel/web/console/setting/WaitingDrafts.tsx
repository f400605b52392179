import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ComponentType } from 'react'
import type { WaitingDraft } from '#kernel/engine/setting/setting-wire.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import type { FrameProps } from '../approval/verbs/DialogFrame.tsx'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { settingText } from './setting-text.ts'
import { publishWaiting, rejectDraft, waitingDrafts } from './waiting-drafts-api.ts'
import './waiting-drafts.css'

interface WaitingDraftsProps {
  /** Holds the question before publishing: a dialog, or a sheet on a phone. */
  readonly Frame: ComponentType<FrameProps>
  /** Opens the page of a setting; a phone has none. */
  readonly onOpen?: (address: string) => void
}

/** Above the tasks at both widths: settings that the reader may publish as the second person, until that is done. */
export function WaitingDrafts({ Frame, onOpen }: WaitingDraftsProps) {
  const [asked, setAsked] = useState<WaitingDraft | null>(null)
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
    <>
      <section className="waiting-drafts" aria-label={settingText('waiting.title')}>
        <h2>
          {settingText('waiting.title')} <b>{data.length}</b>
        </h2>
        <ul>
          {data.map((draft) => (
            <li key={`${draft.kind} ${draft.key} ${draft.draftVersion}`}>
              <Waiting
                draft={draft}
                onPublish={() => setAsked(draft)}
                onDone={recount}
                {...(onOpen ? { onOpen } : {})}
              />
            </li>
          ))}
        </ul>
      </section>
      {asked ? <PublishQuestion Frame={Frame} draft={asked} onClose={() => setAsked(null)} onDone={recount} /> : null}
    </>
  )
}

/** Shows the success and reads the waiting drafts again, also after a refusal, because they may have changed. */
function useAct(onDone: () => void) {
  const [isRunning, setRunning] = useState(false)
  const act = async (call: () => Promise<string>): Promise<void> => {
    setRunning(true)
    await call().then(
      (said) => notify('success', said),
      () => setRunning(false),
    )
    onDone()
  }
  return { isRunning, act }
}

interface QuestionProps {
  readonly Frame: ComponentType<FrameProps>
  readonly draft: WaitingDraft
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks before a draft is published: it shows what changes and from when, and that only another draft can change it back. */
function PublishQuestion({ Frame, draft, onClose, onDone }: QuestionProps) {
  const { title, effect, changes } = draft
  const { isRunning, act } = useAct(onDone)
  const publish = async (): Promise<string> => {
    const { version } = await publishWaiting(draft)
    return settingText('waiting.published', { title, version })
  }
  return (
    <Frame
      title={settingText('waiting.publishTitle', { title })}
      onClose={onClose}
      cancelText={pageText('common.cancel')}
      action={{
        text: settingText('waiting.publishNow'),
        act: () => void act(publish).then(onClose),
        isRunning,
      }}
    >
      <p>{effect ?? settingText('editor.publishText')}</p>
      <p>{settingText('editor.publishFinal')}</p>
      <Changes changes={changes} />
    </Frame>
  )
}

function Changes({ changes }: Pick<WaitingDraft, 'changes'>) {
  return (
    <table className="waiting-changes">
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
  )
}

interface WaitingProps extends Pick<WaitingDraftsProps, 'onOpen'> {
  readonly draft: WaitingDraft
  readonly onPublish: () => void
  readonly onDone: () => void
}

function Waiting({ draft, onOpen, onPublish, onDone }: WaitingProps) {
  const { title, by, askedAt, note, changes, url } = draft
  const id = useId()
  const [reason, setReason] = useState<string | null>(null)
  const { isRunning, act } = useAct(onDone)
  const reject = async (opinion: string): Promise<string> => {
    await rejectDraft(draft, opinion)
    return settingText('waiting.rejected', { title, by })
  }
  return (
    <article aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p className="waiting-by">{settingText('waiting.by', { by, time: formatTime(askedAt) })}</p>
      {note ? <blockquote>{note}</blockquote> : null}
      <Changes changes={changes} />
      {reason === null ? null : (
        <label className="waiting-reason">
          {settingText('waiting.reason')}
          <textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
          {reason.trim() === '' ? <span>{settingText('waiting.reasonNeeded')}</span> : null}
        </label>
      )}
      <div className="waiting-acts">
        <button type="button" className="waiting-main" disabled={isRunning} onClick={onPublish}>
          {settingText('waiting.publish')}
        </button>
        <button
          type="button"
          disabled={isRunning || (reason !== null && reason.trim() === '')}
          onClick={() => (reason === null ? setReason('') : void act(() => reject(reason)))}
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
