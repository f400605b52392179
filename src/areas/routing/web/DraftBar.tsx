import { Button, Input } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { pageText } from '#kernel/console/client/i18n.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { useButtons } from '#kernel/console/shell/session-context.ts'
import { Strip } from '#kernel/console/Strip.tsx'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import type { Problem, SettingView } from '#kernel/setting/setting-wire.ts'
import type { ContentOf, SettingKind } from '../routing-wire.ts'
import type { Difference } from './differences.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { routingApi } from './routing-api.ts'
import { pageLabel } from './routing-texts.ts'
import type { DraftWork } from './use-draft.ts'

interface DraftBarProps<K extends SettingKind> {
  readonly kind: K
  readonly loaded: SettingView<ContentOf[K]>
  readonly work: DraftWork<ContentOf[K]>
  /** Of what is typed against the version in force. */
  readonly differences: readonly Difference[]
  readonly note: string
  readonly onNote: (note: string) => void
  /** The draft is gone or became a version: everything is read anew. */
  readonly onDone: () => void
}

/** How the draft stands, and what may become of it. */
export function DraftBar<K extends SettingKind>(props: DraftBarProps<K>) {
  const { kind, loaded, work, differences } = props
  const { draft, state } = work
  const [asks, setAsks] = useState<'discard' | 'publish' | null>(null)
  const buttons = useButtons('approval_template_edit')
  const mayEdit = buttons?.('approval.template.edit') ?? false
  const mayPublish = buttons?.('approval.template.publish') ?? false
  const [inForce] = loaded.versions
  const problems = draft?.problems.length ?? 0
  const hindrance = !draft
    ? null
    : problems > 0
      ? pageLabel('editor.problems', { count: problems })
      : !mayPublish
        ? pageLabel('editor.mayNotPublish')
        : draft.isMine
          ? pageLabel('editor.secondPerson')
          : null
  const version = (inForce?.version ?? 0) + 1
  return (
    <>
      {state.kind === 'conflict' ? (
        <ConflictStrip by={state.by} at={state.at} work={work} onTheirs={props.onDone} />
      ) : null}
      <div className="routing-bar">
        <div className="routing-bar-state" role="status">
          <span>
            {inForce
              ? pageLabel('editor.inForce', { version: inForce.version, time: formatTime(inForce.publishedAt) })
              : pageLabel('editor.nothingInForce')}
          </span>
          <span className={problems > 0 ? 'routing-problems' : 'quiet'}>{draftText(work)}</span>
          {hindrance && problems === 0 ? <span className="quiet">{hindrance}</span> : null}
        </div>
        {draft && (mayEdit || mayPublish) ? (
          <div className="routing-bar-acts">
            {mayEdit ? <Button onClick={() => setAsks('discard')}>{pageLabel('editor.discard')}</Button> : null}
            <Button
              type="primary"
              disabled={hindrance !== null || state.kind === 'conflict'}
              title={hindrance ?? ''}
              onClick={() => void work.settle().then((isSettled) => isSettled && setAsks('publish'))}
            >
              {pageLabel('editor.publish')}
            </Button>
          </div>
        ) : null}
      </div>
      {problems > 0 ? <Problems problems={draft!.problems} /> : null}
      {draft && mayEdit ? <Note note={props.note} onNote={props.onNote} /> : null}
      {asks === 'discard' && draft ? (
        <Asked
          title={pageLabel('editor.discardTitle')}
          text={pageLabel('editor.discardText', { version: inForce?.version ?? 0 })}
          action={pageLabel('editor.discard')}
          isDanger
          onClose={() => setAsks(null)}
          act={async () => {
            if (!(await work.settle())) return
            await routingApi.discard(kind, loaded.key, work.draft?.version ?? 0)
            props.onDone()
          }}
        />
      ) : null}
      {asks === 'publish' && draft ? (
        <Asked
          title={pageLabel('editor.publishTitle', { version })}
          text={pageLabel('editor.publishText')}
          action={pageLabel('editor.publishNow', { version })}
          onClose={() => setAsks(null)}
          act={async () => {
            const done = await routingApi.publish(kind, loaded.key, draft.version, {})
            notify('success', pageLabel('editor.published', { version: done.version }))
            props.onDone()
          }}
        >
          {draft.note ? <blockquote className="routing-note">{draft.note}</blockquote> : null}
          <DifferenceTable differences={differences} />
        </Asked>
      ) : null}
    </>
  )
}

function draftText({ draft, state }: DraftWork<unknown>): string {
  if (state.kind === 'saving') return pageLabel('editor.saving')
  if (state.kind === 'failed') return pageLabel('editor.notSaved', { reason: state.reason })
  if (!draft) return pageLabel('editor.noDraft')
  const by = pageLabel('editor.draftBy', { by: draft.editedBy.name, time: formatTime(draft.editedAt) })
  const count = draft.problems.length
  return count > 0 ? `${by} · ${pageLabel('editor.problems', { count })}` : by
}

/** Everything that is wrong, by row; cells show their own as well. */
function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <ul className="routing-problem-list">
      {problems.slice(0, 8).map((problem, index) => (
        <li key={index}>
          <strong>
            {problem.row === null ? pageLabel('editor.ofWhole') : `${pageLabel('column.row')} ${problem.row + 1}`}
          </strong>{' '}
          {problem.msg}
        </li>
      ))}
    </ul>
  )
}

function Note({ note, onNote }: { readonly note: string; readonly onNote: (note: string) => void }) {
  const id = useId()
  return (
    <div className="routing-note-field">
      <label htmlFor={id}>{pageLabel('editor.noteLabel')}</label>
      <Input
        id={id}
        value={note}
        maxLength={500}
        placeholder={pageLabel('editor.notePlaceholder')}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  )
}

interface ConflictProps {
  readonly by: string
  readonly at: string
  readonly work: DraftWork<unknown>
  readonly onTheirs: () => void
}

function ConflictStrip({ by, at, work, onTheirs }: ConflictProps) {
  return (
    <Strip
      kind="warning"
      action={
        <span className="routing-conflict">
          <Button size="small" onClick={onTheirs}>
            {pageLabel('editor.conflictTheirs')}
          </Button>
          <Button size="small" onClick={() => void work.keepMine()}>
            {pageLabel('editor.conflictMine')}
          </Button>
        </span>
      }
    >
      <strong>{pageLabel('editor.conflictTitle')}</strong>{' '}
      {pageLabel('editor.conflictText', { by, time: formatTime(at) })}
    </Strip>
  )
}

interface AskedProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDanger?: boolean
  readonly onClose: () => void
  readonly act: () => Promise<void>
  readonly children?: ReactNode
}

function Asked({ title, text, action, isDanger = false, onClose, act, children }: AskedProps) {
  const [isRunning, setRunning] = useState(false)
  return (
    <Dialog
      title={title}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      width={children ? 760 : 460}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            danger={isDanger}
            loading={isRunning}
            onClick={() => {
              setRunning(true)
              // A refusal has been shown by the call; the dialog stays for another try.
              act().then(onClose, () => setRunning(false))
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Dialog>
  )
}
