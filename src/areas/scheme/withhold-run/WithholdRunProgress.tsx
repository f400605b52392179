import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { createIntent } from '#kernel/web/console/client/intent.ts'
import { staleAfterAction } from '#kernel/web/console/client/query-keys.ts'
import { importAddress, importApi, importKeys } from '#kernel/web/console/imports/import-api.ts'
import { ImportDocuments } from '#kernel/web/console/imports/ImportDocuments.tsx'
import { ImportState } from '#kernel/web/console/imports/ImportState.tsx'
import { RunPanel } from '#kernel/web/console/imports/RunPanel.tsx'
import { useImportActs } from '#kernel/web/console/imports/use-import-acts.ts'
import { useImportRun } from '#kernel/web/console/imports/use-import-run.ts'
import { inSteps } from '#kernel/web/console/list/document/bulk-steps.ts'
import type { BulkResult } from '#kernel/web/console/list/document/bulk.ts'
import { ErrorBanner, Banner } from '#kernel/web/console/Banner.tsx'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { runText } from './withhold-run-api.web.ts'
import '#kernel/web/console/imports/import-run.css'

/** A run started by this page: its rows become documents automatically, which are submitted where that was chosen. */
export interface RunJob {
  readonly importId: string
  /** Its area and month, since the page may show another meanwhile. */
  readonly of: string
  readonly handIn: boolean
  readonly stage: 'making' | 'handing' | 'over'
}

interface ProgressProps {
  readonly job: RunJob
  readonly onChange: (job: RunJob | null) => void
}

/** Progress of a run: the worker creates its documents, whether or not the page is open. */
export function WithholdRunProgress({ job, onChange }: ProgressProps) {
  const { data: run, error, refetch } = useImportRun(job.importId)
  return (
    <div className="import-run">
      <header className="withhold-run-head">
        <h2>{runText('making')}</h2>
        {run ? <ImportState state={run.state} text={stateText(run.state)} /> : null}
        <Button onClick={() => onChange(null)}>{runText('back')}</Button>
      </header>
      {error ? <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} /> : null}
      {run ? <Run key={run.importId} run={run} job={job} onChange={onChange} /> : null}
    </div>
  )
}

/** A run makes withholds: where the state of an import speaks of a file, it has its own word. */
function stateText(state: ImportRunView['state']): string | undefined {
  return state === 'checked' || state === 'running' || state === 'done' ? runText(`states.${state}`) : undefined
}

function Run({ run, job, onChange }: ProgressProps & { readonly run: ImportRunView }) {
  const acts = useImportActs(run, false)
  const begun = useRef(false)
  const isReady = run.state === 'checked' && run.rows.bad === 0 && job.stage === 'making'
  useEffect(() => {
    // The confirmed proposal needs no further question, unless a row was refused.
    if (!isReady || begun.current) return
    begun.current = true
    void acts.run('good')
  }, [isReady, acts])
  const handing = useHandingIn(run, job, onChange)
  return (
    <>
      <RunPanel run={run} uncheckedRows={0} isTold={false} />
      {run.rows.bad > 0 ? <Link to={importAddress(run.importId)}>{runText('rows')}</Link> : null}
      {handing.done !== null && job.stage === 'handing' ? (
        <p role="status">{runText('handing', { done: handing.done, count: handing.count })}</p>
      ) : null}
      {handing.result ? (
        <>
          <p role="status">{runText('handed', { count: handing.result.done })}</p>
          {handing.result.failed.length > 0 ? (
            <Banner kind="warning">
              {runText('refused')}
              <ul className="import-warnings">
                {handing.result.failed.map(({ no, msg }) => (
                  <li key={no}>
                    {no}: {msg}
                  </li>
                ))}
              </ul>
            </Banner>
          ) : null}
        </>
      ) : null}
      {run.state === 'reading' ? null : <ImportDocuments run={run} />}
    </>
  )
}

/** Each starts its own approval; a refused one stays a draft with the reason. */
function useHandingIn(run: ImportRunView, job: RunJob, onChange: (job: RunJob) => void) {
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const [done, setDone] = useState<number | null>(null)
  const [count, setCount] = useState(0)
  const [result, setResult] = useState<BulkResult | null>(null)
  const begun = useRef(false)
  const isDue = run.state === 'done' && job.handIn && job.stage !== 'over'
  useEffect(() => {
    if (!isDue || begun.current) return
    begun.current = true
    const hand = async (): Promise<void> => {
      onChange({ ...job, stage: 'handing' })
      const parts = await importApi.parts(run.importId)
      if (parts?.submit) {
        const { path, ids } = parts.submit
        setCount(ids.length)
        setDone(0)
        setResult(await inSteps(path, { ids }, { intent, onStep: setDone }))
        void client.invalidateQueries({ predicate: (query) => staleAfterAction([parts.document])(query.queryKey) })
        // What was handed in can no longer be taken back.
        void client.invalidateQueries({ queryKey: importKeys.run(run.importId) })
        await client.invalidateQueries({ queryKey: importKeys.allParts })
      }
      onChange({ ...job, stage: 'over' })
    }
    // The call has shown the error; submitted ones stay submitted, and a button continues.
    void hand().catch(() => onChange({ ...job, stage: 'over' }))
  }, [isDue, run.importId, job, onChange, intent, client])
  return { done, count, result }
}
