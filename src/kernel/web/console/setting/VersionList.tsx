import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import type { VersionView } from '#kernel/engine/setting/setting-wire.ts'
import { differencesOf, type Sheeted } from './differences.ts'
import { settingText } from './setting-text.ts'
import './setting.css'

const DifferenceTable = lazy(() =>
  import('./DifferenceTable.tsx').then((module) => ({ default: module.DifferenceTable })),
)

interface VersionListProps<C> {
  readonly versions: readonly VersionView<C>[]
  readonly compared: Parameters<typeof differencesOf>[2]
  readonly sheeted: (content: C) => Sheeted
  /** Further facts and actions of a version. */
  readonly facts?: (version: number) => ReactNode
  readonly acts?: (version: number) => ReactNode
  /** Export of the list of versions. */
  readonly exported?: {
    readonly path: string
    readonly right: string
    readonly filters: Readonly<Record<string, string>>
  }
  /** Creates a draft with the content of a version; hidden without the right to edit. */
  readonly onRestore?: (version: number) => void
}

/** Every version with author, time, reason, and changes. */
export function VersionList<C>({ versions, compared, sheeted, facts, acts, exported, onRestore }: VersionListProps<C>) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <section className="setting-history">
      <div className="setting-history-head">
        <h2>{settingText('editor.history')}</h2>
        {exported ? <ExportButton {...exported} /> : null}
      </div>
      {versions.length === 0 ? <p className="quiet">{settingText('editor.nothingInForce')}</p> : null}
      <ol className="setting-versions">
        {versions.map((version, index) => {
          const before = versions[index + 1]
          const isOpen = open === version.version
          return (
            <li key={version.version}>
              <div className="setting-version">
                <strong>
                  {settingText('versions.version')} {version.version}
                </strong>
                {version.publishedAt ? <span className="quiet">{formatTime(version.publishedAt)}</span> : null}
                <span>{peopleText(version)}</span>
                {version.note ? <span className="quiet">{version.note}</span> : null}
                {facts?.(version.version)}
                <span className="setting-version-acts">
                  {before ? (
                    <button
                      type="button"
                      className="link-button"
                      aria-expanded={isOpen}
                      aria-label={settingText('versions.compare', { version: version.version })}
                      onClick={() => setOpen(isOpen ? null : version.version)}
                    >
                      {settingText('editor.differences')}
                    </button>
                  ) : (
                    <span className="quiet">{settingText('versions.first')}</span>
                  )}
                  {acts?.(version.version)}
                  {onRestore && index > 0 ? (
                    <button
                      type="button"
                      className="link-button"
                      aria-label={settingText('editor.restoreOf', { version: version.version })}
                      onClick={() => onRestore(version.version)}
                    >
                      {settingText('editor.restore')}
                    </button>
                  ) : null}
                </span>
              </div>
              {isOpen && before ? (
                <Suspense fallback={null}>
                  <DifferenceTable
                    differences={differencesOf(sheeted(before.content), sheeted(version.content), compared)}
                  />
                </Suspense>
              ) : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function peopleText({ draftedBy, publishedBy }: VersionView<unknown>): string {
  if (!draftedBy || !publishedBy) return settingText('versions.delivered')
  return `${draftedBy.name} / ${publishedBy.name}`
}
