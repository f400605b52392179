import type { AnyRecord } from './definition.ts'

/** Code of a record's page in the menu. */
export function menuCode({ area, name }: AnyRecord): string {
  return `${area}_${name}`
}
