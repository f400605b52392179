import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { loadRecordTexts } from './record-texts.ts'

const lists = import.meta.glob<{ readonly records: readonly AnyRecord[] }>('/src/areas/*/records/*-records.ts')

/** Related records that pages show, by name, as far as loaded. */
const known = new Map<string, AnyRecord>()

export function knownRecord(name: string): AnyRecord | undefined {
  return known.get(name)
}

function areasOf({ area, related = [] }: AnyRecord): readonly string[] {
  return [...new Set(related.map((each) => each.area ?? area))]
}

/** Loads the definitions of related records on a record's page. */
export async function loadRelated(record: AnyRecord): Promise<void> {
  await Promise.all(
    areasOf(record).map(async (area) => {
      const load = lists[`/src/areas/${area}/records/${area}-records.ts`]
      if (!load) throw new Error(`no records of ${area}`)
      for (const each of (await load()).records) known.set(each.name, each)
    }),
  )
}

/** The texts of a record, and of the related ones on its page. */
export async function loadTextsOf(record: AnyRecord): Promise<void> {
  await Promise.all([...new Set([record.area, ...areasOf(record)])].map(loadRecordTexts))
}
