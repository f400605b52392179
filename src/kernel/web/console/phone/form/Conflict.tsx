import { useQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { documentApi } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import { conflictText, conflictWord, differenceTexts } from '../../form/conflict/conflict-texts.ts'
import { draftOf, type FormDraft } from '../../form/draft/draft.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import type { FormOptions } from '../../form/options.ts'
import type { DocumentDraft } from '../../form/draft/use-document-draft.ts'
import '../parts/stack.css'

export interface ConflictProps {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  readonly options: FormOptions
  readonly onReplaced: (draft: FormDraft) => void
}

/** The draft was saved elsewhere meanwhile: who and when, the differences, and the choice between the two. */
export function Conflict({ spec, held, options, onReplaced }: ConflictProps) {
  const { definition } = spec
  const { draft, conflict } = held
  const { data } = useQuery({
    queryKey: ['conflict', draft.id, draft.version],
    queryFn: () => documentApi(definition).detail({ id: draft.id ?? '' }),
    enabled: conflict !== null && draft.id !== null,
    gcTime: 0,
    staleTime: 0,
  })
  if (!conflict || draft.id === null) return null
  const theirs = data ? draftOf(definition, data.document) : null
  return (
    <section className="card" role="alert">
      <h2>{pageText('form.conflictTitle')}</h2>
      <p className="quiet">{conflictText(conflict)}</p>
      {theirs ? (
        <>
          <ul className="stack">
            {differenceTexts(definition, options, draft, theirs).map((row) => (
              <li key={row.key}>
                <strong>{row.label}</strong>
                <span>
                  <span className="quiet">{conflictWord('yours')}</span> {row.mine}
                </span>
                <span>
                  <span className="quiet">{conflictWord('stored')}</span> {row.theirs}
                </span>
              </li>
            ))}
          </ul>
          <Button block color="primary" onClick={() => held.adopt(theirs.version ?? 0)}>
            {pageText('form.conflictMine')}
          </Button>
          <Button
            block
            onClick={() => {
              onReplaced(theirs)
              held.replace(theirs)
            }}
          >
            {pageText('form.conflictTheirs')}
          </Button>
        </>
      ) : (
        <p role="status">{pageText('common.loading')}</p>
      )}
    </section>
  )
}
