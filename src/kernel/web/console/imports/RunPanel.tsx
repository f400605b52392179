import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { downloadsApi } from '../downloads/downloads-api.ts'
import { Banner } from '../Banner.tsx'
import { importKeys } from './import-api.ts'
import { ImportButton } from './ImportButton.tsx'
import { importText } from './import-text.ts'
import { isAtWork } from './ImportState.tsx'
import { useImportActs } from './use-import-acts.ts'
import { countText, leftText, pendingRows, rowsOfRun } from './run-figures.ts'
import { pageText } from '../client/i18n.ts'
import './progress.css'

/** Only a run that waits for its decision has it. */
const ModeChoice = lazy(() => import('./ModeChoice.tsx').then((module) => ({ default: module.ModeChoice })))

/** Few imports have rows that ask for a reason. */
const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

interface RunPanelProps {
  readonly run: ImportRunView
  /** Rows that the person changed and the server has not checked yet. */
  readonly uncheckedRows: number
  /** False where nobody chose a file: a message about it would name one that the person does not know. */
  readonly isTold?: boolean
}

type PendingAct = 'undo' | 'discard'
/** Starts or resumes the run, with the reason where its rows ask for one. */
type Confirmed = (reason?: string) => Promise<boolean>

/** The state of the run as text, and the possible actions. */
export function RunPanel({ run, uncheckedRows, isTold = true }: RunPanelProps) {
  const acts = useImportActs(run, isTold)
  const [asked, setAsked] = useState<PendingAct | null>(null)
  const [confirming, setConfirming] = useState<{ readonly go: Confirmed } | null>(null)
  const confirmed = (go: Confirmed): void => {
    if (run.rows.asked > 0) setConfirming({ go })
    else void go()
  }
  const { can } = run
  return (
    <section className="import-panel" aria-live="polite">
      {isAtWork(run.state) ? <AtWork run={run} acts={acts} /> : <SettledRun run={run} />}
      {run.state === 'checked' ? (
        <Suspense fallback={null}>
          <ModeChoice
            run={run}
            acts={acts}
            uncheckedRows={uncheckedRows}
            onRun={(mode) => confirmed((reason) => acts.run(mode, reason))}
            onDiscard={() => setAsked('discard')}
          />
        </Suspense>
      ) : null}
      {acts.refusal && asked === null && confirming === null ? <Banner kind="error">{acts.refusal}</Banner> : null}
      <div className="import-acts">
        {can.resume ? (
          <Button
            type="primary"
            loading={acts.acting === 'resume'}
            onClick={() => confirmed((reason) => acts.act('resume', reason))}
          >
            {importText('run.resume')}
          </Button>
        ) : null}
        {can.resume ? (
          <span className="quiet">{importText('run.resumeHint', { count: countText(pendingRows(run)) })}</span>
        ) : null}
        {run.resultUrl === null ? null : (
          <Link className="import-result" to={run.resultUrl}>
            {importText('run.result')} <Icon name="right" size={14} />
          </Link>
        )}
        {run.state === 'failed' ? <Reload run={run} /> : null}
        {run.state === 'failed' ? (
          <ImportButton kind={run.kind} params={run.params} label={importText('run.again')} isPrimary />
        ) : null}
        {can.undo ? (
          <Button onClick={() => setAsked('undo')}>{importText(run.hasParts ? 'run.undoParts' : 'run.undo')}</Button>
        ) : null}
        {can.discard && run.state !== 'checked' ? (
          <Button onClick={() => setAsked('discard')}>{importText('run.discard')}</Button>
        ) : null}
      </div>
      {confirming ? (
        <Suspense fallback={null}>
          <ConfirmDialog run={run} acts={acts} go={confirming.go} onClose={() => setConfirming(null)} />
        </Suspense>
      ) : null}
      {asked ? <AskDialog asked={asked} run={run} acts={acts} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

/** Retries a file that failed through no fault of its own: the server was unavailable, or a newer version can read it. */
function Reload({ run }: { readonly run: ImportRunView }) {
  const client = useQueryClient()
  const again = (): void => {
    // The call has shown a refusal.
    const done = downloadsApi.retry(run.taskId).catch(() => undefined)
    void done.then(() => client.invalidateQueries({ queryKey: importKeys.run(run.importId) }))
  }
  return <Button onClick={again}>{importText('run.reload')}</Button>
}

type Acts = ReturnType<typeof useImportActs>

/** The running phase, its progress, and the estimated time left. */
function AtWork({ run, acts }: { readonly run: ImportRunView; readonly acts: Acts }) {
  const { state, progress } = run
  const title =
    state === 'reading' ? importText('run.reading') : importText(state === 'running' ? 'run.running' : 'run.undoing')
  const left = leftText(run.secondsLeft)
  return (
    <div className="import-progress">
      <h2>{title}</h2>
      <progress aria-label={title} max={1} {...(progress === null ? {} : { value: progress })} />
      <span className="quiet">
        {[rowsOfRun(run), left].filter(Boolean).join(' · ') || importText('run.readingHint')}
      </span>
      {run.can.cancel ? (
        <Button loading={acts.acting === 'cancel'} onClick={() => void acts.act('cancel')}>
          {importText(state === 'reading' ? 'run.cancelReading' : 'run.stop')}
        </Button>
      ) : null}
    </div>
  )
}

/** How it ended, or where it stopped. */
function SettledRun({ run }: { readonly run: ImportRunView }) {
  const { rows, state } = run
  const applied = countText(rows.applied)
  switch (state) {
    case 'done': {
      const left = rows.total - rows.applied - rows.same
      const isAllTakenBack = run.made.length > 0 && run.made.every(({ isTakenBack }) => isTakenBack)
      if (isAllTakenBack)
        return (
          <>
            <p className="import-end">{importText('run.takenBackElsewhere')}</p>
            <Made run={run} />
          </>
        )
      return (
        <>
          <p className="import-end">
            <Icon name="check" />
            {rows.applied > 0
              ? importText(run.hasParts ? 'run.doneParts' : 'run.done', { count: applied })
              : importText('run.doneNothing')}
          </p>
          <Made run={run} />
          {run.reason ? <Banner kind="warning">{run.reason}</Banner> : null}
          {left > 0 ? <p className="quiet">{importText('run.doneLeft', { count: countText(left) })}</p> : null}
        </>
      )
    }
    case 'stopped': {
      const total = countText(rows.create + rows.update)
      return (
        <>
          <Banner kind="warning">
            {rows.applied > 0 ? importText('run.stopped', { done: applied, total }) : importText('run.stoppedNothing')}
            {run.reason ? <p>{run.reason}</p> : null}
          </Banner>
        </>
      )
    }
    case 'failed':
      return (
        <Banner kind="error">
          <strong>{importText(run.isFault ? 'run.fault' : 'run.uploadAllAgain')}</strong>
          {run.reason ? <p>{importText('run.failed', { reason: run.reason })}</p> : null}
        </Banner>
      )
    case 'undone':
      return <p className="import-end">{importText('run.undone', { count: countText(rows.undone) })}</p>
    case 'discarded':
      return <p className="import-end">{importText('run.discarded')}</p>
    case 'checked':
      // An all-or-nothing run met a row that no longer fits, or was stopped.
      return run.reason ? <Banner kind="warning">{run.reason}</Banner> : null
    case 'reading':
    case 'running':
    case 'undoing':
      return null
  }
}

/** The documents that the rows went into. */
function Made({ run: { made } }: { readonly run: ImportRunView }) {
  if (made.length === 0) return null
  return (
    <ul className="import-made">
      {made.map(({ no, address, isTakenBack }) => (
        <li key={no}>
          <Link to={address}>{no}</Link> {isTakenBack ? importText('run.isTakenBack') : null}
        </li>
      ))}
    </ul>
  )
}

interface AskDialogProps {
  readonly asked: 'undo' | 'discard'
  readonly run: ImportRunView
  readonly acts: ReturnType<typeof useImportActs>
  readonly onClose: () => void
}

/** Asks before a run is undone or discarded; shows a refusal, with the rows that it names. */
function AskDialog({ asked, run, acts, onClose }: AskDialogProps) {
  const about = asked === 'undo' && run.hasParts ? 'undoParts' : asked
  const go = async (): Promise<void> => {
    if (await acts.act(asked)) onClose()
  }
  return (
    <Dialog
      title={importText(`run.${about}Title`)}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{importText('run.keep')}</Button>
          <Button type="primary" danger loading={acts.acting === asked} onClick={() => void go()}>
            {importText(`run.${about}`)}
          </Button>
        </>
      }
    >
      <p>{importText(`run.${about}Text`, { count: countText(run.rows.applied) })}</p>
      {acts.refusal ? (
        <Banner kind="error">
          {asked === 'undo' ? <strong>{importText('run.undoRefused')}</strong> : null}
          <p>{acts.refusal}</p>
        </Banner>
      ) : null}
    </Dialog>
  )
}
