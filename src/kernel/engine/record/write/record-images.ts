import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { bindToRecords, lockImages, releaseFromRecords } from '#kernel/platform/files/record-attachments.ts'
import { endingsOf, kindByMediaType } from '#kernel/platform/files/inspect/file-kind.ts'
import { type AnyRecord, recordText } from '../definition.ts'
import type { Plan, RecordWriter } from './plan-records.ts'
import { recordErrors } from '../record.errors.ts'

function imageFields({ fields }: AnyRecord): readonly string[] {
  return Object.entries(fields).flatMap(([name, { isImage }]) => (isImage ? [name] : []))
}

interface NamedImage {
  readonly plan: Plan
  readonly field: string
  readonly key: string
}

/** Images of the plans; those already bound need no check. */
function newImages(record: AnyRecord, plans: readonly Plan[]): NamedImage[] {
  return imageFields(record).flatMap((field) =>
    plans.flatMap((plan) => {
      const key = plan.after?.[field] ?? null
      return typeof key === 'string' && key !== plan.before?.[field] ? [{ plan, field, key }] : []
    }),
  )
}

/** An image must be the writer's own upload and a picture, and must not belong to another record or another row of the file. */
export async function imageRefusals(
  tx: Tx,
  { principal }: RecordWriter,
  record: AnyRecord,
  plans: readonly Plan[],
  isLocking: boolean,
): Promise<Map<Plan, Refusal[]>> {
  const named = newImages(record, plans)
  const refused = new Map<Plan, Refusal[]>()
  if (named.length === 0) return refused
  const rows = await tx.rows(
    lockImages(
      named.map(({ key }) => key),
      isLocking,
    ),
  )
  const found = new Map(rows.map((row) => [row.key, row]))
  const taken = new Set<string>()
  for (const { plan, field, key } of named) {
    const file = found.get(key)
    const label = `@${recordText(record, `fields.${field}`)}`
    const kind = file && kindByMediaType(file.media_type)
    let refusal: Refusal | null = null
    if (!file || file.uploader_id !== principal.userId) refusal = recordErrors.imageUnknown({ field: label }, { field })
    else if (file.document_id !== null || taken.has(key))
      refusal = recordErrors.imageElsewhere({ field: label }, { field })
    else if (kind !== 'png' && kind !== 'jpeg')
      refusal = recordErrors.imageType({ field: label, types: endingsOf(['png', 'jpeg']) }, { field })
    taken.add(key)
    if (refusal) refused.set(plan, [...(refused.get(plan) ?? []), refusal])
  }
  return refused
}

/** Binds images to their records together with the rows; replaced images and those of deleted records are released and swept. */
export async function bindImages(
  tx: Tx,
  { principal, now }: RecordWriter,
  record: AnyRecord,
  writes: readonly { readonly plan: Plan; readonly id: string }[],
): Promise<void> {
  const fields = imageFields(record)
  if (fields.length === 0) return
  const ids = new Map(writes.map(({ plan, id }) => [plan, id]))
  const plans = [...ids.keys()]
  const gone = fields.flatMap((field) =>
    plans.flatMap(({ before, after }) => {
      const key = before?.[field] ?? null
      return typeof key === 'string' && key !== (after?.[field] ?? null) ? [key] : []
    }),
  )
  const by = { recordName: record.name, actorId: principal.userId, now }
  if (gone.length > 0) await tx.run(releaseFromRecords(gone, by))
  const fresh = newImages(record, plans)
  if (fresh.length === 0) return
  const pairs = fresh.map(({ plan, key }) => ({ key, id: ids.get(plan) ?? '' }))
  await tx.run(bindToRecords(pairs, by))
}
