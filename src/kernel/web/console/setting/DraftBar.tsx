import { Button, Input } from 'antd'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { useButtons } from '../shell/session-context.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import type { SettingProblem, SettingView, VersionView } from '#kernel/engine/setting/setting-wire.ts'
import type { SettingDifference } from './differences.ts'
import { askToPublish } from './waiting-drafts-api.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { SettingCalls } from './setting-calls.ts'
import { settingText } from './setting-text.ts'
import type { DraftWork } from './use-draft.ts'
import './setting.css'

/** Lazy-loaded: needed to discard or publish a draft, or where another person changed it. */
const dialogs = () => import('./DraftDialogs.tsx')
const ConflictBanner = lazy(() => dialogs().then((module) => ({ default: module.ConflictBanner })))
const DifferenceTable = lazy(() =>
  import('./DifferenceTable.tsx').then((module) => ({ default: module.DifferenceTable })),
)
const Confirmation = lazy(() => dialogs().then((module) => ({ default: module.Confirmation })))

interface DraftBarProps<C> {
  readonly calls: SettingCalls<C>
  readonly loaded: SettingView<C>
  readonly work: DraftWork<C>
  /** Differences between the input and the version in force. */
  readonly differences: readonly SettingDifference[]
  readonly note: string
  readonly onNote: (note: string) => void
  /** The text about the effects of publishing, with its dry run (who gains which rights). */
  readonly publishText?: string
  readonly dryRun?: ReactNode
  /** The draft was discarded or published: everything is reloaded. */
  readonly onDone: () => void
}

/** The state of the draft, and its actions. */
export function DraftBar<C>(props: DraftBarProps<C>) {
  const { calls, loaded, work, differences } = props
  const { draft, state } = work
  const [asks, setAsks] = useState<'discard' | 'publish' | null>(null)
  const buttons = useButtons(calls.rights.menu)
  const mayEdit = buttons?.(calls.rights.edit) ?? false
  const mayPublish = buttons?.(calls.rights.publish) ?? false
  const [inForce] = loaded.versions
  const problems = draft?.problems.length ?? 0
  const hindrance = !draft
    ? null
    : problems > 0
      ? settingText('editor.problems', { count: problems })
      : !mayPublish
        ? settingText('editor.mayNotPublish')
        : draft.isMine
          ? settingText('editor.secondPerson')
          : null
  const version = (inForce?.version ?? 0) + 1
  return (
    <>
      {state.kind === 'conflict' ? (
        <Suspense fallback={null}>
          <ConflictBanner by={state.by} at={state.at} work={work} onTheirs={props.onDone} />
        </Suspense>
      ) : null}
      <div className="setting-bar">
        <div className="setting-bar-state" role="status">
          <span>{inForceText(inForce)}</span>
          <span className={problems > 0 || state.kind === 'failed' ? 'setting-problems' : 'quiet'}>
            {draftText(work, mayEdit)}
          </span>
          {hindrance && problems === 0 ? <span className="quiet">{hindrance}</span> : null}
        </div>
        {draft && (mayEdit || mayPublish) ? (
          <div className="setting-bar-acts">
            {draft.isMine && mayEdit ? <AskButton work={work} settingKey={loaded.key} /> : null}
            {mayEdit ? <Button onClick={() => setAsks('discard')}>{settingText('editor.discard')}</Button> : null}
            <Button
              type="primary"
              disabled={hindrance !== null || state.kind === 'conflict'}
              title={hindrance ?? ''}
              onClick={() => void work.settle().then((isSettled) => isSettled && setAsks('publish'))}
            >
              {settingText('editor.publish')}
            </Button>
          </div>
        ) : null}
      </div>
      {/* Of input that is not saved the server has said nothing yet. */}
      {problems > 0 && state.kind !== 'failed' ? <Problems problems={draft!.problems} /> : null}
      {draft && mayEdit ? <Note note={props.note} onNote={props.onNote} /> : null}
      <Suspense fallback={null}>
        {asks === 'discard' && draft ? (
          <Confirmation
            title={settingText('editor.discardTitle')}
            text={settingText('editor.discardText', { version: inForce?.version ?? 0 })}
            action={settingText('editor.discard')}
            isDanger
            onClose={() => setAsks(null)}
            act={async () => {
              const saved = await work.saved()
              if (!saved) return
              await calls.discard(loaded.key, saved.version)
              props.onDone()
            }}
          />
        ) : null}
        {asks === 'publish' && draft ? (
          <Confirmation
            title={settingText('editor.publishTitle', { version })}
            text={props.publishText ?? settingText('editor.publishText')}
            action={settingText('editor.publishNow', { version })}
            onClose={() => setAsks(null)}
            act={async () => {
              const done = await calls.publish(loaded.key, draft.version, {})
              notify('success', settingText('editor.published', { version: done.version }))
              props.onDone()
            }}
          >
            <p>{settingText('editor.publishFinal')}</p>
            {draft.note ? <blockquote className="setting-note">{draft.note}</blockquote> : null}
            <DifferenceTable differences={differences} />
            {props.dryRun}
          </Confirmation>
        ) : null}
      </Suspense>
    </>
  )
}

interface AskProps {
  readonly work: DraftWork<unknown>
  readonly settingKey: string
}

/** Whoever worked on a draft asks for its second person; each save takes the asking back. */
function AskButton({ work: { draft, saved }, settingKey }: AskProps) {
  const [asked, setAsked] = useState<{ readonly version: number; readonly at: string } | null>(null)
  const [isRunning, setRunning] = useState(false)
  if (!draft) return null
  const at = draft.askedAt ?? (asked?.version === draft.version ? asked.at : null)
  if (at) return <span className="quiet">{settingText('waiting.asked', { time: formatTime(at) })}</span>
  const ask = async (): Promise<void> => {
    const now = await saved()
    if (!now) return
    const { people } = await askToPublish(now.kind, settingKey, now.version)
    setAsked({ version: now.version, at: productNow().toISOString() })
    notify('success', settingText('waiting.askDone', { count: people }))
  }
  return (
    <Button
      loading={isRunning}
      disabled={draft.problems.length > 0}
      onClick={() => {
        setRunning(true)
        // The call has shown a refusal.
        ask().then(
          () => setRunning(false),
          () => setRunning(false),
        )
      }}
    >
      {settingText('waiting.ask')}
    </Button>
  )
}

function inForceText(inForce: VersionView<unknown> | undefined): string {
  if (!inForce) return settingText('editor.nothingInForce')
  if (inForce.publishedAt === null) return settingText('editor.deliveredVersion')
  return settingText('editor.inForce', { version: inForce.version, time: formatTime(inForce.publishedAt) })
}

function draftText({ draft, state }: DraftWork<unknown>, mayEdit: boolean): string {
  if (state.kind === 'saving') return settingText('editor.saving')
  if (state.kind === 'failed') return settingText('editor.notSaved', { reason: state.reason })
  if (!draft) return settingText(mayEdit ? 'editor.noDraft' : 'editor.noDraftRead')
  const by = settingText('editor.draftBy', { by: draft.editedBy.name, time: formatTime(draft.editedAt) })
  const count = draft.problems.length
  return count > 0 ? `${by} · ${settingText('editor.problems', { count })}` : by
}

/** All problems by row; cells show their own as well. */
function Problems({ problems }: { readonly problems: readonly SettingProblem[] }) {
  return (
    <ul className="setting-problem-list">
      {problems.slice(0, 8).map((problem, index) => (
        <li key={index}>
          <strong>
            {problem.row === null ? settingText('editor.ofWhole') : pageText('form.row', { row: problem.row + 1 })}
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
    <div className="setting-note-field">
      <label htmlFor={id}>{settingText('editor.noteLabel')}</label>
      <Input
        id={id}
        value={note}
        maxLength={500}
        placeholder={settingText('editor.notePlaceholder')}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  )
}
