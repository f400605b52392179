import type { ComponentType } from 'react'
import type { RecordDetailWire, RecordWire } from './record-api.ts'

export interface RecordSectionProps {
  readonly row: RecordWire
  readonly detail: RecordDetailWire
  readonly isPhone: boolean
  /** Whether the person holds a right of this page. */
  readonly may: (right: string) => boolean
  /** Reloads the record after the section changed it. */
  readonly onChanged: () => void
}

export type RecordPageSection = ComponentType<RecordSectionProps>

/** Content of a record's page besides its fields: live state that no form has. */
type LoadSection = () => Promise<{ readonly default: RecordPageSection }>

/** By the name of the record. */
export type RecordSections = Readonly<Record<string, LoadSection>>

const known = new Map<string, LoadSection>()

export function addSections(sections: RecordSections): void {
  for (const [name, load] of Object.entries(sections)) known.set(name, load)
}

export function sectionOf(name: string): LoadSection | undefined {
  return known.get(name)
}
