import { createElement, lazy, Suspense } from 'react'
import { pageText } from '../client/i18n.ts'
import { type RecordSectionProps, type RecordPageSection, sectionOf } from './record-sections.ts'

const loaded = new Map<string, RecordPageSection>()

/** The same component for every render, or it would be remounted each time. */
function componentOf(name: string): RecordPageSection | null {
  const load = sectionOf(name)
  if (!load) return null
  const found = loaded.get(name) ?? lazy(load)
  loaded.set(name, found)
  return found
}

/** The section that an area adds to its record, if any. */
export function RecordSection({ name, ...props }: RecordSectionProps & { readonly name: string }) {
  const section = componentOf(name)
  if (!section) return null
  return (
    <Suspense fallback={<p className="quiet">{pageText('common.loading')}</p>}>
      {createElement(section, props)}
    </Suspense>
  )
}
