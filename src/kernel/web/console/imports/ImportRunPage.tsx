import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { isDenied } from '../denied.ts'
import { Denied } from '../Denied.tsx'
import { pageText } from '../client/i18n.ts'
import { downloadAttachment } from '../attachments/open-attachment.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { useTabTitle } from '../shell/tabs/tab-context.ts'
import { ErrorBanner, Banner } from '../Banner.tsx'
import { importAddress, importApi } from './import-api.ts'
import { importText } from './import-text.ts'
import { ImportRows } from './ImportRows.tsx'
import { ImportState } from './ImportState.tsx'
import { RunPanel } from './RunPanel.tsx'
import { useEdits } from './grid/use-edits.ts'
import { useImportRun } from './use-import-run.ts'
import './import-run.css'

/** Only rows that become documents have it, and only once they are read. */
const ImportDocuments = lazy(() =>
  import('./ImportDocuments.tsx').then((module) => ({ default: module.ImportDocuments })),
)

/** One import from its file to its end: what each row would do, its errors, and the result. */
export default function ImportRunPage() {
  const [query] = useSearchParams()
  const importId = query.get('id') ?? ''
  const { data: run, error, refetch } = useImportRun(importId)
  useTabTitle(run ? `${run.title} ${run.fileName}` : null)
  if (isDenied(error)) return <Denied error={error} />
  if (!run) {
    if (error) return <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} />
    return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  }
  return (
    <>
      <Head run={run} />
      {error ? <ErrorBanner error={error} text={(reason) => reason} onRetry={() => void refetch()} /> : null}
      <Run key={run.importId} run={run} />
    </>
  )
}

function Run({ run }: { readonly run: ImportRunView }) {
  const edits = useEdits(run)
  return (
    <div className="import-run">
      <Remarks run={run} />
      <RunPanel run={run} uncheckedRows={edits.count} />
      {run.hasParts && run.state !== 'reading' ? (
        <Suspense fallback={null}>
          <ImportDocuments run={run} />
        </Suspense>
      ) : null}
      {run.rows.total > 0 && run.state !== 'reading' ? <ImportRows run={run} edits={edits} /> : null}
    </div>
  )
}

function Head({ run }: { readonly run: ImportRunView }) {
  const facts = [
    sizeText(run.fileSize),
    importText('run.uploaded', { at: timeText(run.createTime) }),
    run.rows.total > 0 ? importText('run.rowCount', { count: run.rows.total.toLocaleString('en-US') }) : null,
    run.keptUntil === null ? importText('run.gone') : importText('run.kept', { at: timeText(run.keptUntil) }),
  ]
  return (
    <header className="page-head import-head">
      <h1>{run.title}</h1>
      <ImportState state={run.state} />
      <div className="page-head-tools">
        {run.can.errors && run.rows.bad > 0 ? (
          <button
            type="button"
            className="link-button"
            title={importText('run.errorsHint')}
            onClick={() =>
              void importApi.errors(run.importId, `${importText('run.errors')}.xlsx`).catch(() => undefined)
            }
          >
            <Icon name="download" /> {importText('run.errors')}
          </button>
        ) : null}
      </div>
      <p className="import-file">
        <Original run={run} />
        <span className="quiet">{facts.filter(Boolean).join(' · ')}</span>
      </p>
    </header>
  )
}

/** The uploaded file, as long as it is kept. */
function Original({ run: { fileName, fileKey } }: { readonly run: ImportRunView }) {
  if (fileKey === null) return <span>{fileName}</span>
  return (
    <>
      <PreviewButton fileKey={fileKey} fileName={fileName} label={pageText('attachments.preview', { name: fileName })}>
        {fileName}
      </PreviewButton>
      <button
        type="button"
        className="link-button"
        aria-label={pageText('attachments.downloadOf', { name: fileName })}
        title={pageText('attachments.downloadOf', { name: fileName })}
        onClick={() => void downloadAttachment(fileKey)}
      >
        <Icon name="download" />
      </button>
    </>
  )
}

/** Notes on the whole file: the same content was imported before, unread columns. */
function Remarks({ run }: { readonly run: ImportRunView }) {
  const { duplicate, warnings, state } = run
  const isOpen = state === 'reading' || state === 'checked'
  return (
    <>
      {duplicate && isOpen ? <Duplicate duplicate={duplicate} /> : null}
      {warnings.length > 0 && isOpen ? (
        <Banner kind="warning">
          {importText('run.warnings')}
          <ul className="import-warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}

function Duplicate({ duplicate }: { readonly duplicate: NonNullable<ImportRunView['duplicate']> }) {
  const { importId, by, at, state } = duplicate
  const text = importText('run.duplicate', { by, at: timeText(at), state: pageText(`imports.states.${state}`) })
  return (
    <Banner
      kind="info"
      action={importId === null ? null : <Link to={importAddress(importId)}>{importText('run.openDuplicate')}</Link>}
    >
      {text}
    </Banner>
  )
}
