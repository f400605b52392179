import { useState, type ReactNode } from 'react'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import type { VersionView } from '#kernel/setting/setting-wire.ts'
import type { SettingKind } from '../routing-wire.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { differencesOf, type Sheeted } from './differences.ts'
import { pageLabel } from './routing-texts.ts'

interface VersionListProps<C> {
  readonly versions: readonly VersionView<C>[]
  readonly compared: Parameters<typeof differencesOf>[2]
  readonly sheeted: (content: C) => Sheeted
  /** What else is said of a version, and what may be done with it. */
  readonly facts?: (version: number) => ReactNode
  readonly acts?: (version: number) => ReactNode
  /** Of what these are the versions, as their export asks. */
  readonly of: { readonly kind: SettingKind; readonly key?: string; readonly year?: string }
}

/** Every version with who made it, when and why, and what it changed. */
export function VersionList<C>({ versions, compared, sheeted, facts, acts, of }: VersionListProps<C>) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <section className="routing-history">
      <div className="routing-history-head">
        <h2>{pageLabel('editor.tabs.versions')}</h2>
        <ExportButton path="/aps/approval/versions/export" right="approval.template.export" filters={of} />
      </div>
      <ol className="routing-versions">
        {versions.map((version, index) => {
          const before = versions[index + 1]
          const isOpen = open === version.version
          return (
            <li key={version.version}>
              <div className="routing-version">
                <strong>
                  {pageLabel('versions.version')} {version.version}
                </strong>
                <span className="quiet">{formatTime(version.publishedAt)}</span>
                <span>{peopleText(version)}</span>
                {version.note ? <span className="quiet">{version.note}</span> : null}
                {facts?.(version.version)}
                <span className="routing-version-acts">
                  {before ? (
                    <button
                      type="button"
                      className="link-button"
                      aria-expanded={isOpen}
                      aria-label={pageLabel('versions.compare', { version: version.version })}
                      onClick={() => setOpen(isOpen ? null : version.version)}
                    >
                      {pageLabel('editor.differences')}
                    </button>
                  ) : (
                    <span className="quiet">{pageLabel('versions.first')}</span>
                  )}
                  {acts?.(version.version)}
                </span>
              </div>
              {isOpen && before ? (
                <DifferenceTable
                  differences={differencesOf(sheeted(before.content), sheeted(version.content), compared)}
                />
              ) : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function peopleText({ draftedBy, publishedBy }: VersionView<unknown>): string {
  if (!draftedBy || !publishedBy) return pageLabel('versions.delivered')
  return `${draftedBy.name} / ${publishedBy.name}`
}
