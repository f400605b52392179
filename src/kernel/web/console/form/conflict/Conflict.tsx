import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { documentApi } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { Banner } from '../../Banner.tsx'
import { ConflictTable } from './ConflictTable.tsx'
import { conflictText, conflictWord, differenceTexts } from './conflict-texts.ts'
import { draftOf, type FormDraft } from '../draft/draft.ts'
import type { FormSpec } from '../form-spec.ts'
import type { FormOptions } from '../options.ts'
import type { DocumentDraft } from '../draft/use-document-draft.ts'

interface ConflictProps {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  readonly options: FormOptions
  readonly onReplaced: (draft: FormDraft) => void
}

/**
 * Another person changed the document: who and when, the differences, and the choice between the two. When closed, a
 * banner remains; nothing is overwritten silently.
 */
export function Conflict(props: ConflictProps) {
  const { conflict, draft } = props.held
  const [closed, setClosed] = useState<unknown>(null)
  if (!conflict || draft.id === null) return null
  if (closed === conflict)
    return (
      <Banner
        kind="warning"
        action={
          <button type="button" className="link-button" onClick={() => setClosed(null)}>
            {conflictWord('compare')}
          </button>
        }
      >
        {conflictText(conflict)} {conflictWord('held')}
      </Banner>
    )
  return <ConflictDialog {...props} id={draft.id} onClose={() => setClosed(conflict)} />
}

function ConflictDialog({
  spec,
  held,
  options,
  id,
  onReplaced,
  onClose,
}: ConflictProps & { readonly id: string; readonly onClose: () => void }) {
  const { definition } = spec
  const { draft, conflict } = held
  const stored = useQuery({
    queryKey: queryKeys.detail(definition.name, ['conflict', id, draft.version]),
    queryFn: () => documentApi(definition).detail({ id }),
    staleTime: 0,
    gcTime: 0,
  })
  const theirs = stored.data ? draftOf(definition, stored.data.document) : null
  return (
    <Dialog
      width={680}
      title={pageText('form.conflictTitle')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button
            disabled={!theirs}
            onClick={() => {
              if (!theirs) return
              onReplaced(theirs)
              held.replace(theirs)
            }}
          >
            {pageText('form.conflictTheirs')}
          </Button>
          <Button
            type="primary"
            disabled={theirs?.version === undefined}
            onClick={() => (theirs?.version ? held.adopt(theirs.version) : undefined)}
          >
            {pageText('form.conflictMine')}
          </Button>
        </>
      }
    >
      <p>{conflict ? conflictText(conflict) : null}</p>
      {theirs ? (
        <ConflictTable rows={differenceTexts(definition, options, draft, theirs)} />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}
