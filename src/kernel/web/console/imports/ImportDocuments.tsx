import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { ImportDocumentView, ImportPartsView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import { createIntent } from '../client/intent.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { type BulkAnswer, inSteps } from '../list/document/bulk-steps.ts'
import { Banner } from '../Banner.tsx'
import { importApi, importKeys } from './import-api.ts'
import { importText } from './import-text.ts'
import { countText } from './run-figures.ts'
import './import-documents.css'

type Part = ImportPartsView['records'][number]

/** Height of about ten of them; the rows of the file follow below. */
const HEIGHT = 320

/** The documents that the rows become: planned ones before the run, afterwards the real ones with their states. */
export function ImportDocuments({ run }: { readonly run: ImportRunView }) {
  const { data: parts } = useQuery({
    queryKey: importKeys.parts(run.importId, run.version),
    queryFn: ({ signal }) => importApi.parts(run.importId, { signal, handles: true }),
    placeholderData: keepPreviousData,
    // Documents change elsewhere meanwhile.
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => partColumns(), [])
  if (!parts || parts.records.length === 0) return null
  const shown = parts.records.filter(({ rows }) => rows > 0).length
  const isMade = parts.records.some(({ documents }) => documents.length > 0)
  return (
    <section className="import-documents">
      <header>
        <h2>
          {importText(isMade ? 'documents.made' : 'documents.planned')}
          <span className="count">
            {countText(isMade ? parts.records.reduce((sum, part) => sum + part.documents.length, 0) : parts.total)}
          </span>
        </h2>
        {isMade ? (
          <button
            type="button"
            className="link-button"
            onClick={() =>
              void importApi.result(run.importId, `${importText('documents.result')}.xlsx`).catch(() => undefined)
            }
          >
            <Icon name="download" /> {importText('documents.result')}
          </button>
        ) : null}
        {parts.submit ? <SubmitAll run={run} parts={parts} ids={parts.submit.ids} path={parts.submit.path} /> : null}
      </header>
      <PlainTable<Part>
        caption={importText('documents.caption')}
        columns={columns}
        rows={parts.records}
        rowKey={({ part }) => part}
        maxHeight={HEIGHT}
      />
      {parts.total > shown ? (
        <p className="quiet">{importText('documents.more', { count: countText(parts.total - shown) })}</p>
      ) : null}
    </section>
  )
}

function partColumns(): readonly Column<Part>[] {
  return [
    { key: 'part', title: importText('documents.part'), isFrozen: true, render: ({ part }) => part },
    {
      key: 'document',
      title: importText('documents.document'),
      render: ({ documents }) => (documents.length === 0 ? '/' : <Documents documents={documents} />),
    },
    { key: 'rows', title: importText('documents.rows'), align: 'right', render: ({ rows }) => countText(rows) },
    {
      key: 'bad',
      title: importText('documents.bad'),
      align: 'right',
      render: ({ bad }) => (bad === 0 ? '/' : <span className="import-bad">{countText(bad)}</span>),
    },
    {
      key: 'amount',
      title: importText('documents.amount'),
      align: 'right',
      render: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ]
}

function Documents({ documents }: { readonly documents: readonly ImportDocumentView[] }) {
  return (
    <span className="import-made">
      {documents.map(({ id, no, address, stateLabel, stateColour }) => (
        <span key={id}>
          {address === null ? <s>{no}</s> : <Link to={address}>{no}</Link>}
          <StateMark colour={stateColour} text={stateLabel ?? importText('documents.gone')} />
        </span>
      ))}
    </span>
  )
}

interface SubmitAllProps {
  readonly run: ImportRunView
  readonly parts: ImportPartsView
  readonly path: string
  readonly ids: readonly string[]
}

/** Submits every remaining draft, one after the other; a refused one stays a draft, with its reason. */
function SubmitAll({ run, parts, path, ids }: SubmitAllProps) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const [intent] = useState(createIntent)
  const count = countText(ids.length)
  const go = async (): Promise<void> => {
    setAsking(false)
    setDone(0)
    try {
      const result = await inSteps(path, { ids }, { intent, onStep: setDone })
      setFailed(result.failed)
    } catch {
      // The call has shown the error; what was submitted stays submitted.
    } finally {
      setDone(null)
      void client.invalidateQueries({ predicate: (query) => staleAfterAction([parts.document])(query.queryKey) })
      // What was handed in can no longer be taken back.
      void client.invalidateQueries({ queryKey: importKeys.run(run.importId) })
      await client.invalidateQueries({ queryKey: importKeys.allParts })
    }
  }
  return (
    <>
      <div className="import-submit">
        {done === null ? null : (
          <span className="quiet" role="status">
            {importText('documents.submitting', { done: countText(done), count })}
          </span>
        )}
        <Button type="primary" loading={done !== null} onClick={() => setAsking(true)}>
          {importText('documents.submit', { count })}
        </Button>
      </div>
      {failed.length > 0 ? (
        <Banner kind="warning">
          {importText('documents.refused')}
          <ul className="import-warnings">
            {failed.map(({ no, msg }) => (
              <li key={no}>
                {no}: {msg}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {isAsking ? (
        <Dialog
          title={importText('documents.submit', { count })}
          closeLabel={pageText('common.close')}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{pageText('common.cancel')}</Button>
              <Button type="primary" autoFocus onClick={() => void go()}>
                {importText('documents.submitNow')}
              </Button>
            </>
          }
        >
          <p>{importText('documents.submitText', { count, label: parts.label })}</p>
        </Dialog>
      ) : null}
    </>
  )
}
