import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import type { RecordWire } from '#kernel/web/console/record/record-api.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { PUSH_STATES } from '#kernel/platform/outgoing/push-states.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { SyncSettingState } from '../integration-wire.ts'
import { pushesOf, runsOf } from '../health/HealthBanner.tsx'
import { integrationApi, syncChanged } from '../integration-api.web.ts'
import { syncText } from '../integration-texts.web.ts'
import { pushColours } from '../log/sync-log.list.ts'
import { countsText, RunMark } from '../log/sync-states.tsx'
import '#kernel/web/console/document/document.css'
import '../integration.css'

const EVERY_MS = { busy: 1_500, idle: 15_000 } as const

/** A setting's activity: its progress, running and waiting work; and buttons to run it. */
export function SettingNow({ row }: { readonly row: RecordWire }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('syncSetting', ['now', row.id]),
    queryFn: ({ signal }) => integrationApi.setting(row.id, { signal, handles: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? EVERY_MS.busy : EVERY_MS.idle),
  })
  return (
    <section className="sync-section sync-now">
      <h3>{syncText('state')}</h3>
      {data ? (
        <>
          <Buttons id={row.id} state={data} />
          <Facts id={row.id} state={data} />
          <LastRuns state={data} />
        </>
      ) : error ? (
        <ErrorBanner error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </section>
  )
}

function isBusy(state: SyncSettingState | undefined): boolean {
  return state?.runs.some((run) => run.state === 'pending' || run.state === 'processing') ?? false
}

function Buttons({ id, state }: { readonly id: string; readonly state: SyncSettingState }) {
  const holds = usePageButtons()
  const [busy, setBusy] = useState<string | null>(null)
  if (!holds?.('integration.sync.run')) return null
  const act = async (name: string, work: () => Promise<unknown>, said: string): Promise<void> => {
    setBusy(name)
    try {
      await work()
      notify('success', said)
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(null)
      syncChanged()
    }
  }
  const { running } = state
  const asked = syncText('asked')
  return (
    <div className="sync-buttons">
      {running ? (
        <Button
          loading={busy === 'stop'}
          onClick={() => void act('stop', () => integrationApi.stop(running.id), syncText('stopAsked'))}
        >
          {syncText('stop')}
        </Button>
      ) : (
        <Button
          type="primary"
          disabled={!state.isEnabled}
          loading={busy === 'run'}
          onClick={() => void act('run', () => integrationApi.start(id, 'run'), asked)}
        >
          {syncText('run')}
        </Button>
      )}
      <Button loading={busy === 'ping'} onClick={() => void act('ping', () => integrationApi.start(id, 'ping'), asked)}>
        {syncText('ping')}
      </Button>
    </div>
  )
}

function Facts({ id, state }: { readonly id: string; readonly state: SyncSettingState }) {
  const holds = usePageButtons()
  const [isMoving, setMoving] = useState(false)
  const told = PUSH_STATES.filter((name) => state.pushes[name] > 0)
  return (
    <dl className="facts">
      {state.direction === 'inbound' ? (
        <>
          <div>
            <dt>{syncText('fields.lastKey')}</dt>
            <dd>
              {state.lastKey === null ? (
                <span className="quiet">{syncText('noKey')}</span>
              ) : (
                <span className="code">{state.lastKey}</span>
              )}{' '}
              {holds?.('integration.setting.edit') ? (
                <button type="button" className="link-button" onClick={() => setMoving(true)}>
                  {syncText('resetKey')}
                </button>
              ) : null}
            </dd>
          </div>
          <div>
            <dt>{syncText('fields.nextRun')}</dt>
            <dd>{state.nextRunAt ? timeText(state.nextRunAt) : '/'}</dd>
          </div>
        </>
      ) : (
        <div className="facts-wide">
          <dt>
            <Link to={pushesOf(state.code)}>{syncText('allPushes')}</Link>
          </dt>
          <dd className="sync-marks">
            {told.length === 0 ? '/' : null}
            {told.map((name) => (
              <Link key={name} to={pushesOf(state.code, name)}>
                <StateMark
                  colour={pushColours[name]}
                  text={`${syncText(`pushStates.${name}`)} ${state.pushes[name]}`}
                />
              </Link>
            ))}
          </dd>
        </div>
      )}
      {isMoving ? <MoveKey id={id} lastKey={state.lastKey} onClose={() => setMoving(false)} /> : null}
    </dl>
  )
}

function LastRuns({ state }: { readonly state: SyncSettingState }) {
  if (state.runs.length === 0) return null
  return (
    <>
      <h4>
        {syncText('lastRuns')} <Link to={runsOf(state.code)}>{syncText('allRuns')}</Link>
      </h4>
      <ul className="sync-runs">
        {state.runs.map((run) => (
          <li key={run.id}>
            <Link
              to={`/master/pc/syncRun?run=${run.id}`}
              className="code"
              aria-label={syncText('openRun', { id: run.id })}
            >
              {run.id}
            </Link>
            <RunMark run={run} />
            <span className="quiet">
              {syncText(`kinds.${run.kind}`)} · {formatTime(run.createdAt)} · {run.startedBy ?? syncText('schedule')}
            </span>
            <span>{run.error ?? (run.kind === 'ping' ? '' : countsText(run))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface MoveKeyProps {
  readonly id: string
  readonly lastKey: string | null
  readonly onClose: () => void
}

/** Asks for the key from which the next run fetches, and the reason. */
function MoveKey({ id, lastKey, onClose }: MoveKeyProps) {
  const [key, setKey] = useState(lastKey ?? '')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const move = async (): Promise<void> => {
    setTried(true)
    if (isRunning || reason.trim() === '') return
    setRunning(true)
    try {
      await integrationApi.resetKey(id, key.trim() === '' ? null : key.trim(), reason.trim())
      notify('success', syncText('keyMoved'))
      onClose()
    } catch {
      // The call has shown the error; the input stays.
    } finally {
      setRunning(false)
      syncChanged()
    }
  }
  return (
    <Dialog
      title={syncText('resetKey')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button type="primary" loading={isRunning} onClick={() => void move()}>
            {syncText('resetKey')}
          </Button>
        </>
      }
    >
      <form
        className="sync-form"
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <p className="quiet">{syncText('resetHint')}</p>
        <Field id="sync-key" label={syncText('newKey')}>
          <Input value={key} maxLength={500} onChange={(event) => setKey(event.target.value)} />
        </Field>
        <Field
          id="sync-reason"
          label={syncText('reason')}
          isRequired
          error={isTried && reason.trim() === '' ? syncText('reasonMissing') : undefined}
        >
          <Input.TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
