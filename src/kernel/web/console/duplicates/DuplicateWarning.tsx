import { type ComponentType, useState } from 'react'
import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { kernelText } from '../client/i18n.ts'
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
