import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { HistoryView } from '#kernel/engine/record/routes/record-wire.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { queryKeys } from '../client/query-keys.ts'
import { recordApi } from './record-api.ts'
import { kitText, textsOf } from './record-texts.ts'
import './record.css'

const LIMIT = 20

interface RecordHistoryProps {
  readonly record: AnyRecord
  readonly id: string
  /** A new version has a new entry. */
  readonly version: number
  /** A link to the change document behind an entry. */
  readonly link: Link
}

type Link = (formInstanceId: string, text: string) => ReactNode

/** The change history, newest first. */
export function RecordHistory({ record, id, version, link }: RecordHistoryProps) {
  const history = useInfiniteQuery({
    queryKey: queryKeys.detail(record.name, ['history', id, version]),
    queryFn: ({ pageParam, signal }) => recordApi(record).history(id, pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.records.length === LIMIT ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  const entries = history.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <section className="record-history">
      <h3>{kitText('history')}</h3>
      {history.data && entries.length === 0 ? <p className="quiet">{kitText('noHistory')}</p> : null}
      <ol>
        {entries.map((entry, index) => (
          // The key counts from the end: new entries are added in front, and two entries may have the same instant.
          <li key={entries.length - index}>
            <Entry record={record} entry={entry} link={link} />
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <button type="button" className="link-button" onClick={() => void history.fetchNextPage()}>
          {kitText('moreHistory')}
        </button>
      ) : null}
    </section>
  )
}

interface EntryProps {
  readonly record: AnyRecord
  readonly entry: HistoryView
  readonly link: Link
}

function Entry({ record, entry, link }: EntryProps) {
  const { field } = textsOf(record)
  const { asked } = entry
  return (
    <>
      <p>
        <strong>{kitText(`acts.${entry.act as 'create'}`)}</strong>
        {entry.source ? <span>{kitText(`sources.${entry.source as 'import'}`)}</span> : null}
        {entry.from ? <span>{kitText('fromDay', { day: entry.from })}</span> : null}
        <span className="quiet">
          {entry.by} · {timeText(entry.at)}
        </span>
      </p>
      {asked ? (
        <p className="quiet">
          {kitText('requestedBy', { by: asked.by })} {link(asked.formInstanceId, asked.no)}
        </p>
      ) : null}
      {entry.changes.length > 0 && entry.act === 'update' ? (
        <dl>
          {entry.changes.map((change) => (
            <div key={change.field}>
              <dt>{field(change.field)}</dt>
              <dd>
                <span className="unseen">{kitText('from')}: </span>
                <del>{change.before ?? '/'}</del>
                <span aria-hidden="true"> → </span>
                <span className="unseen">{kitText('to')}: </span>
                <ins>{change.after ?? '/'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
