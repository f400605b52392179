import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { ApiError } from '#kernel/web/console/client/api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { createIntent, underIntent } from '#kernel/web/console/client/intent.ts'
import { importApi } from '#kernel/web/console/imports/import-api.ts'
import type { BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import { Banner } from '#kernel/web/console/Banner.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { schemeWithhold } from '../withhold/scheme-withhold.doc.ts'
import { WITHHOLD_RUN, type RunMonth } from './withhold-run.ts'
import '../withhold/withhold-texts.web.ts'
import {
  badSchemes,
  type Changes,
  type ProposedScheme,
  rowsOf,
  runApi,
  runFile,
  type WithholdRunRow,
  runText,
  sumsOfRows,
  withChanges,
} from './withhold-run-api.web.ts'
import type { RunJob } from './WithholdRunProgress.tsx'

/** Most rows of one run. */
const MOST_ROWS = 20_000

interface StartProps {
  readonly target: BulkTarget<ProposedScheme>
  readonly changes: Changes
  readonly about: RunMonth & { readonly idcCode: string }
  readonly onClose: () => void
  readonly onStarted: (job: RunJob) => void
}

/** The planned documents, the reason, and whether to submit them at once. */
export function WithholdRunStart({ target, changes, about, onClose, onStarted }: StartProps) {
  const id = useId()
  const period = `${about.year}-${String(about.month).padStart(2, '0')}`
  const [reason, setReason] = useState(() => runText('reasonOf', { period }))
  const [handIn, setHandIn] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [intent] = useState(createIntent)
  const { data: rows } = useQuery({
    queryKey: ['withholdRunRows', target.kind === 'all' ? target.filters : target.rows.map(({ schemeNo }) => schemeNo)],
    queryFn: async (): Promise<readonly WithholdRunRow[]> =>
      target.kind === 'all'
        ? withChanges((await runApi.rows(target.filters)).records, changes)
        : rowsOf(target.rows, changes),
    staleTime: 0,
    gcTime: 0,
  })
  const problem = rows ? problemOf(rows) : null
  const begin = async (): Promise<void> => {
    if (!rows) return
    setSending(true)
    setFailure(null)
    const params = { ...about, reason: reason.trim() }
    const file = runFile(titles(), rows, `withhold-run-${about.idcCode}-${period}.csv`)
    try {
      const { importId } = await underIntent(intent, { params, rows }, (idempotencyKey) =>
        importApi.upload(WITHHOLD_RUN, file, params, () => {}, {
          idempotencyKey,
          signal: new AbortController().signal,
        }),
      )
      onStarted({ importId, of: `${about.idcCode} ${about.year} ${about.month}`, handIn, stage: 'making' })
    } catch (cause) {
      setFailure(runText('failed', { reason: cause instanceof ApiError ? cause.message : '' }))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      title={runText('create')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            loading={isSending}
            disabled={!rows || problem !== null || reason.trim() === ''}
            onClick={() => void begin()}
          >
            {runText('create')}
          </Button>
        </>
      }
    >
      <div className="withhold-run-start" aria-busy={rows === undefined}>
        {rows ? <Sum rows={rows} /> : null}
        <p className="quiet">{runText('createHint')}</p>
        {problem ? <Banner kind="error">{problem}</Banner> : null}
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        <Field id={`${id}reason`} label={runText('reason')} isRequired>
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Choices
          legend={runText('afterwards')}
          options={[false, true].map((each) => ({ value: each, label: runText(each ? 'atOnce' : 'asDrafts') }))}
          value={handIn}
          onChange={setHandIn}
        />
      </div>
    </Dialog>
  )
}

function Sum({ rows }: { readonly rows: readonly WithholdRunRow[] }) {
  const schemes = new Set(rows.map(({ schemeNo }) => schemeNo)).size
  return (
    <>
      <p>{runText('lines', { count: rows.length, schemes })}</p>
      <ul className="withhold-run-sums">
        {sumsOfRows(rows).map(({ currency, amount }) => (
          <li key={currency}>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  )
}

function problemOf(rows: readonly WithholdRunRow[]): string | null {
  if (rows.length === 0) return runText('none')
  if (rows.length > MOST_ROWS) return runText('tooMany', { most: MOST_ROWS.toLocaleString('en-US') })
  const bad = badSchemes(rows)
  return bad.length > 0 ? runText('bad', { schemes: bad.slice(0, 5).join(', ') }) : null
}

/** Column titles for the import: the withhold's, in the page's language. */
function titles(): readonly string[] {
  const texts = documentTexts(schemeWithhold)
  return [
    texts.field('schemeNo'),
    texts.lineField('fundingNo'),
    texts.field('kind'),
    texts.field('currency'),
    texts.lineField('amount'),
  ]
}
