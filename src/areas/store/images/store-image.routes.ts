import { Type } from 'typebox'
import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import { inScope, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type SimilarPicture, similarPictures } from '#kernel/platform/files/similar-pictures.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { readRows } from '#kernel/engine/record/write/plan-records.ts'
import { recordErrors } from '#kernel/engine/record/record.errors.ts'
import { isVisible, type RecordRow, valuesOf } from '#kernel/engine/record/record-sql.ts'
import { writeRecord } from '#kernel/engine/record/write/write-records.ts'
import { IMAGE_AUDIT_RIGHT, storeImage } from '../records/store-image.record.ts'
import { storeErrors } from '../store.errors.ts'

const id = Type.String({ maxLength: 20 })

interface ImageRow {
  readonly id: string
  readonly code: string
  readonly image_key: string
  readonly store_code: string
  readonly store_zh: string
  readonly store_en: string
  readonly taken_at: Date
  readonly result: string
  readonly scope_id: number
}

const imagesById = prepared<ImageRow>(
  'store-image.by-ids',
  `select i.id, i.code, i.image_key, i.store_code, s.name_zh as store_zh, s.name_en as store_en, i.taken_at, i.result, i.scope_id
   from store_image i join store s on s.code = i.store_code where i.id = any ($1::bigint[])`,
)

/** The image of a call, if the caller may see it. */
async function imageOf(tx: Tx, context: RequestContext, of: string, isLocking: boolean): Promise<RecordRow> {
  const { byId } = await readRows(tx, storeImage, context, { ids: [of], keys: [] }, isLocking)
  const row = byId.get(of) ?? null
  if (!isVisible(storeImage, context, row)) throw new Refused(recordErrors.notFound())
  return row
}

interface Like {
  readonly image: ImageRow
  readonly picture: SimilarPicture
}

/** Similar images that the caller may see, most similar first, and whether there are others. */
async function imagesLike(tx: Tx, { principal }: RequestContext, row: RecordRow) {
  const found = await similarPictures(tx, String(row['v_image']), storeImage.name)
  const images = await tx.rows(imagesById(found.map((picture) => picture.document_id)))
  const like = found.flatMap((picture): Like[] => {
    const image = images.find((each) => each.id === picture.document_id)
    return image ? [{ image, picture }] : []
  })
  const seen = like.filter(
    ({ image }) =>
      inScope(principal.scope, image.scope_id) && isWithinLimits(principal, 'store_image', () => image.store_code),
  )
  return { seen, hasUnseen: seen.length < like.length }
}

const similar = defineRoute({
  method: 'POST',
  path: `${storeImage.api}/similar`,
  right: storeImage.rights.view,
  summary: 'Images of stores that are the same file, or look like this one; the most alike first',
  mode: 'read',
  body: Type.Object({ id }),
  data: Type.Object({
    images: Type.Array(
      Type.Object({
        id: Type.String(),
        code: Type.String(),
        image: Type.String(),
        storeCode: Type.String(),
        storeName: Type.String(),
        takenAt: Type.String(),
        result: Type.String(),
        identical: Type.Boolean(),
        bits: Type.Integer({ description: 'of 64 that differ in how the two look' }),
      }),
    ),
    hasUnseen: Type.Boolean({ description: 'others, in stores outside of the caller’s scope' }),
  }),
  async handler(tx, context, { body }) {
    const { seen, hasUnseen } = await imagesLike(tx, context, await imageOf(tx, context, body.id, false))
    const images = seen.map(({ image, picture }) => ({
      id: image.id,
      code: image.code,
      image: image.image_key,
      storeCode: image.store_code,
      storeName: context.language === 'zh' ? image.store_zh : image.store_en,
      takenAt: image.taken_at.toISOString(),
      result: image.result,
      identical: picture.identical,
      bits: picture.bits,
    }))
    return { images, hasUnseen }
  },
})

const audit = defineRoute({
  method: 'POST',
  path: `${storeImage.api}/audit`,
  right: IMAGE_AUDIT_RIGHT,
  summary: 'Pass or reject an image that somebody else uploaded; a rejection has its reason (Q16)',
  mode: 'write',
  body: Type.Object({
    id,
    version: Type.Integer(),
    result: Type.Union([Type.Literal('passed'), Type.Literal('rejected')]),
    reason: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
  async handler(tx, context, { body }) {
    const { result, version } = body
    const reason = result === 'rejected' ? (body.reason?.trim() ?? '') : null
    if (reason === '') throw new Refused(storeErrors.reasonMissing({}, { field: 'reason' }))
    const row = await imageOf(tx, context, body.id, true)
    const values = valuesOf(storeImage, row)
    if (values['uploader'] === context.principal.account) throw new Refused(storeErrors.ownImage())
    if (row.version === version && values['result'] !== 'pending') throw new Refused(storeErrors.notPending())
    const { seen } = await imagesLike(tx, context, row)
    const set = {
      result,
      reason,
      auditor: context.principal.account,
      auditedAt: context.now.toISOString(),
      duplicateOf: seen[0]?.image.code ?? null,
    }
    const outcome = await writeRecord(tx, context, storeImage, { act: 'update', id: body.id, version, values, set })
    return { id: outcome.id, version: outcome.version ?? version }
  },
})

export const storeImageRoutes: readonly Route[] = [similar, audit]
