import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import type { ApiError } from '#kernel/console/client/api.ts'
import { chooseRefusalText, pageText } from '#kernel/console/client/i18n.ts'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { draftOf, type ApplicationDraft } from './application-form.ts'
import { budgetApi } from './budget-api.ts'
import { fieldLabel, pageLabel } from './budget-texts.ts'
import type { Application } from './use-application.ts'
import './conflict-dialog.css'

interface ConflictDialogProps {
  readonly application: Application
  readonly id: string
  readonly onReplaced: (draft: ApplicationDraft) => void
}

const COMPARED = ['year', 'month', 'budgetDeptCode', 'projectPoolCode', 'productClass', 'regionCode', 'reason'] as const

/** Someone else changed the document: who and when, what differs, and the choice between the two. Nothing is overwritten silently. */
export function ConflictDialog({ application, id, onReplaced }: ConflictDialogProps) {
  const { draft, conflict } = application
  const stored = useQuery({
    queryKey: queryKeys.detail('countryBudget', ['conflict', id, draft.version]),
    queryFn: () => budgetApi.detail({ id }),
    staleTime: 0,
  })
  const theirs = stored.data ? draftOf(stored.data.document) : null
  const version = theirs?.version ?? null
  return (
    <Dialog
      width={680}
      title={pageText('form.conflictTitle')}
      closeLabel={pageText('common.close')}
      onClose={() => undefined}
      footer={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (!theirs) return
              onReplaced(theirs)
              application.replace(theirs)
            }}
          >
            {pageText('form.conflictTheirs')}
          </Button>
          <Button
            type="primary"
            disabled={version === null}
            onClick={() => (version === null ? undefined : application.adopt(version))}
          >
            {pageText('form.conflictMine')}
          </Button>
        </>
      }
    >
      <p>{conflict ? conflictText(conflict) : null}</p>
      {theirs ? <Differences mine={draft} theirs={theirs} /> : <p className="quiet">{pageText('common.loading')}</p>}
    </Dialog>
  )
}

/** Who and when, in the reader's time. */
function conflictText(conflict: ApiError): string {
  const { refusal } = conflict
  const at = refusal?.params['at']
  if (!refusal || typeof at !== 'string') return conflict.message
  return chooseRefusalText({ key: refusal.key, params: { ...refusal.params, at: formatTime(at) } })
}

function Differences({ mine, theirs }: { readonly mine: ApplicationDraft; readonly theirs: ApplicationDraft }) {
  const rows = COMPARED.filter((field) => mine.header[field] !== theirs.header[field]).map((field) => ({
    key: field as string,
    label: fieldLabel(field),
    mine: mine.header[field] || '/',
    theirs: theirs.header[field] || '/',
  }))
  const length = Math.max(mine.lines.length, theirs.lines.length)
  for (let index = 0; index < length && rows.length < 20; index += 1) {
    const [a, b] = [lineText(mine, index), lineText(theirs, index)]
    if (a !== b)
      rows.push({ key: `line ${index}`, label: pageText('form.row', { row: index + 1 }), mine: a, theirs: b })
  }
  return (
    <table className="conflict-table">
      <caption className="unseen">{pageText('form.conflictChanges')}</caption>
      <thead>
        <tr>
          <th scope="col">{pageText('form.conflictField')}</th>
          <th scope="col">{pageText('form.conflictYours')}</th>
          <th scope="col">{pageText('form.conflictStored')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.label}</td>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <td colSpan={3}>{pageLabel('linesTitle')}: =</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

function lineText(draft: ApplicationDraft, index: number): string {
  const line = draft.lines[index]
  return line
    ? [
        line['countryCode'],
        line['projectCode'],
        line['businessType'],
        line['productLineCode'],
        line['amount'],
        line['remark'],
      ]
        .filter(Boolean)
        .join(' · ')
    : '/'
}
