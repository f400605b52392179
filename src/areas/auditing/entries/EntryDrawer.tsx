import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { drawnCell } from '#kernel/web/console/list/read-list/list-cell.tsx'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { SmallPicture } from '#kernel/web/console/record/form/SmallPicture.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import type { EntryChange, EntryDetail } from '../auditing-wire.ts'
import { auditEntries } from './audit.list.ts'
import './entry-drawer.css'

const text = (key: string, params?: Readonly<Record<string, string | number>>): string =>
  listText(`auditingPage.${key}`, params)

/** Columns of the list whose content the drawer shows in another way. */
const TOLD = new Set(['before', 'after', 'more', 'id'])

interface EntryDrawerProps {
  readonly id: string
  readonly onClose: () => void
}

/** One entry: who did what, and each field before and after in words, changed ones first. */
export function EntryDrawer({ id, onClose }: EntryDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(auditEntries.name, id),
    queryFn: ({ signal }) => post<EntryDetail>(`${auditEntries.path}/detail`, { id }, { signal, handles: true }),
  })
  return (
    <Dialog
      shape="drawer"
      isAddressed
      width={760}
      title={text('entry.title', { id })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      {data ? (
        <Entry detail={data} />
      ) : error ? (
        <ErrorBanner error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}

function Entry({ detail }: { readonly detail: EntryDetail }) {
  const { entry, changes, lines, unchanged, about, currency, url } = detail
  return (
    <div className="audit-entry">
      <dl className="audit-facts">
        {auditEntries.columns.map((column) =>
          TOLD.has(column.key) ? null : (
            <Fragment key={column.key}>
              <dt>{listText(column.title)}</dt>
              <dd>{drawnCell(column, entry)}</dd>
            </Fragment>
          ),
        )}
      </dl>
      {url ? (
        <p>
          <Link to={url}>{text('entry.document')}</Link>
        </p>
      ) : null}
      {changes.length > 0 ? <Changes title={text('entry.changes')} changes={changes} currency={currency} /> : null}
      {changes.length + lines.length === 0 && entry.kind === 'change' ? (
        <p className="quiet">{text('entry.noChanges')}</p>
      ) : null}
      {lines.map(({ row, act, table, changes: own }) => (
        <Changes
          key={`${table} ${act} ${row}`}
          title={[table, text('entry.line', { row, act: text(`entry.lineActs.${act}`) })].filter(Boolean).join(' · ')}
          changes={own}
          currency={currency}
        />
      ))}
      {about.length > 0 ? <Facts title={text('entry.about')} facts={about} /> : null}
      {unchanged.length > 0 ? <Facts title={text('entry.unchanged')} facts={unchanged} currency={currency} /> : null}
    </div>
  )
}

interface ChangesProps {
  readonly title: string
  readonly changes: readonly EntryChange[]
  readonly currency: string | null
}

function Changes({ title, changes, currency }: ChangesProps) {
  const shown = ({ isAmount, picture, ...values }: EntryChange, side: 'before' | 'after') => {
    const value = values[side]
    const key = picture?.[side]
    if (key && value !== null) return <Picture imageKey={key} name={value} isShown={picture.isShown} />
    return isAmount ? <Amount value={value} currency={currency} /> : (value ?? '/')
  }
  return (
    <section>
      <h3>{title}</h3>
      <table className="audit-changes">
        <thead>
          <tr>
            <th scope="col">{text('entry.field')}</th>
            <th scope="col">{text('fields.before')}</th>
            <th scope="col">{text('fields.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row">{change.name}</th>
              <td>{shown(change, 'before')}</td>
              <td>{shown(change, 'after')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PictureProps {
  readonly imageKey: string
  /** The file name; the storage key if the file no longer exists. */
  readonly name: string
  readonly isShown: boolean
}

/** Shows the file name of a picture and its storage key. People who may read the record can open the picture. */
function Picture({ imageKey, name, isShown }: PictureProps) {
  const isThere = name !== imageKey
  return (
    <div className="audit-picture">
      {isShown && isThere ? <SmallPicture imageKey={imageKey} name={name} /> : null}
      {isThere ? <span>{name}</span> : null}
      <span className="quiet code">{imageKey}</span>
    </div>
  )
}

interface FactsProps {
  readonly title: string
  readonly facts: readonly { readonly name: string; readonly value: string; readonly isAmount?: boolean }[]
  readonly currency?: string | null
}

function Facts({ title, facts, currency = null }: FactsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="audit-facts">
        {facts.map(({ name, value, isAmount }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{isAmount ? <Amount value={value} currency={currency} /> : value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
