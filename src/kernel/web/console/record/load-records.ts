import type { AnyRecord } from '#kernel/engine/record/definition.ts'

export type LoadRecords = () => Promise<{ readonly records: readonly AnyRecord[] }>

export function recordAt(records: readonly AnyRecord[], at: 'page' | 'phonePage', path: string): AnyRecord {
  const record = records.find((each) => each[at] === path)
  if (!record) throw new Error(`no record at ${path}`)
  return record
}
