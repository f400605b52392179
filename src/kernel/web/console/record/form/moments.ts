import { productNow } from '#kernel/base/clock/clock.ts'
import { type AnyRecord, typedFields } from '#kernel/engine/record/definition.ts'
import { instantAt, wallClock } from '#kernel/web/ui/time.ts'

/** What a new record tells of happened just now, unless typed otherwise. */
export function momentsOf(record: AnyRecord): Readonly<Record<string, string>> {
  const now = instantAt(wallClock(productNow().toISOString()))
  const moments = Object.entries(typedFields(record)).filter(
    ([, { stored, required }]) => required && stored === 'timestamptz',
  )
  return Object.fromEntries(moments.map(([name]) => [name, now]))
}
