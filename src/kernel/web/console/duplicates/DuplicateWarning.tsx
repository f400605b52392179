import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState, type ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DuplicateDocument, DuplicateComparison } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { ErrorBanner } from '../Banner.tsx'
import { post } from '../client/api.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { kernelText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { duplicateText } from './duplicate-text.ts'
import '../banner.css'
import './duplicates.css'

export interface DuplicatePanelProps {
  readonly duplicates: DuplicateDocument
  readonly onClose: () => void
}

interface DuplicateBannerProps {
  readonly found: readonly DuplicateDocument[]
  /** Device-specific component that compares two documents. */
  readonly Panel: ComponentType<DuplicatePanelProps>
}

/** Possible duplicates with what they share; they prevent nothing. */
export function DuplicateWarning({ found, Panel }: DuplicateBannerProps) {
  const [compared, setCompared] = useState<string | null>(null)
  if (found.length === 0) return null
  const duplicates = found.find(({ no }) => no === compared)
  return (
    <div className="banner banner-warning alike" role="status">
      <Icon name="alert" />
      <div className="banner-text">
        <strong>
          {found.length === 1 ? duplicateText('title') : duplicateText('titles', { count: found.length })}
        </strong>
        <ul>
          {found.map(({ no, typeLabel, same }) => (
            <li key={no}>
              <span>
                {duplicateText('says', {
                  type: typeLabel,
                  no,
                  same: same.map((each) => duplicateText(`same.${each}`)).join(kernelText('separator')),
                })}
              </span>{' '}
              <button type="button" className="link-button" onClick={() => setCompared(no)}>
                {duplicateText('compare')}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {duplicates ? <Panel duplicates={duplicates} onClose={() => setCompared(null)} /> : null}
    </div>
  )
}

export interface DuplicateProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Possible duplicates of a stored document: loaded in parallel, so that its page never waits for them. */
export function DocumentDuplicates({
  definition: { name, duplicates },
  detail: { document },
  Panel,
}: DuplicateProps & Pick<DuplicateBannerProps, 'Panel'>) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: queryKeys.detail(name, ['duplicates', document.id]),
    queryFn: ({ signal }) =>
      post<readonly DuplicateDocument[]>(
        '/aps/document/duplicates',
        { documentType: name, id: document.id },
        { signal, handles: true },
      ),
    enabled: !document.isEarlierRound && (duplicates?.states.includes(document.state) ?? false),
  })
  const text = (reason: string): string => duplicateText('failed', { reason })
  if (isError) return <ErrorBanner error={error} text={text} onRetry={() => void refetch()} />
  return <DuplicateWarning found={data ?? []} Panel={Panel} />
}

/** The label of a row: the document's own text, or the kernel's. */
export function labelOf({ kind, label }: DuplicateComparison): string {
  return label ?? duplicateText(kind === 'files' ? 'rows.files' : 'rows.period')
}

/** The values of one of the two documents, stacked. */
export function comparedValues(
  { currency }: DuplicateDocument,
  { kind }: DuplicateComparison,
  values: readonly string[],
): ReactNode {
  if (values.length === 0) return '/'
  return values.map((value) => (
    <div key={value}>{kind === 'amount' ? <Amount value={value} currency={currency} /> : value}</div>
  ))
}

/** Marks equal values with a word besides the colour. */
export function Equal() {
  return (
    <span className="duplicate-equal">
      <Icon name="check" /> {duplicateText('equal')}
    </span>
  )
}
