import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalType } from '#kernel/engine/approval/approval-type.ts'

const areas = join(import.meta.dirname, '../areas')

const isType = (value: unknown): value is ApprovalType =>
  typeof value === 'object' && value !== null && 'code' in value && 'place' in value && 'steps' in value

/** The approval types of all areas, each found in a file `*.template.ts` beside its document, sorted by `place`. */
export async function loadApprovalTypes(): Promise<readonly ApprovalType[]> {
  const files = globSync('**/*.template.ts', { cwd: areas })
  const modules = await Promise.all(files.map(async (file) => (await import(join(areas, file))) as object))
  return modules.flatMap((module) => Object.values(module).filter(isType)).toSorted((a, b) => a.place - b.place)
}
