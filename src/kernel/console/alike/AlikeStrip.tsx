import { type ComponentType, useState } from 'react'
import type { AlikeDocument } from '#kernel/document/alike/alike-wire.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { kernelText } from '../client/i18n.ts'
import { alikeText } from './alike-text.ts'
import '../strip.css'
import './alike.css'

export interface AlikePanelProps {
  readonly alike: AlikeDocument
  readonly onClose: () => void
}

interface AlikeStripProps {
  readonly found: readonly AlikeDocument[]
  /** Of the device: shows the two documents beside each other, or one after the other. */
  readonly Panel: ComponentType<AlikePanelProps>
}

/** What looks like this document, each with what is the same; it hinders nothing. */
export function AlikeStrip({ found, Panel }: AlikeStripProps) {
  const [compared, setCompared] = useState<string | null>(null)
  if (found.length === 0) return null
  const alike = found.find(({ no }) => no === compared)
  return (
    <div className="strip strip-warning alike" role="status">
      <Icon name="alert" />
      <div className="strip-text">
        <strong>{found.length === 1 ? alikeText('title') : alikeText('titles', { count: found.length })}</strong>
        <ul>
          {found.map(({ no, typeLabel, same }) => (
            <li key={no}>
              <span>
                {alikeText('says', {
                  type: typeLabel,
                  no,
                  same: same.map((each) => alikeText(`same.${each}`)).join(kernelText('separator')),
                })}
              </span>{' '}
              <button type="button" className="link-button" onClick={() => setCompared(no)}>
                {alikeText('compare')}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {alike ? <Panel alike={alike} onClose={() => setCompared(null)} /> : null}
    </div>
  )
}
