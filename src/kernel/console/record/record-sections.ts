import type { ComponentType } from 'react'
import type { RecordWire } from './record-api.ts'

/** What a record's page shows beside its fields: what it does now, which no form holds. */
type LoadSection = () => Promise<{ readonly default: ComponentType<{ readonly row: RecordWire }> }>

/** By the name of the record. */
export type RecordSections = Readonly<Record<string, LoadSection>>

const known = new Map<string, LoadSection>()

export function addSections(sections: RecordSections): void {
  for (const [name, load] of Object.entries(sections)) known.set(name, load)
}

export function sectionOf(name: string): LoadSection | undefined {
  return known.get(name)
}
