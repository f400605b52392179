import { prepared } from '#kernel/platform/db/statement.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { productErrors } from '../product.errors.ts'
import { sku } from './sku.record.ts'
import { sourceSku } from './source-sku.record.ts'

const skusThere = prepared<{ code: string }>('product.skus-there', 'select code from sku where code = any ($1::text[])')

interface Waiting {
  readonly id: string
  readonly version: number
  readonly sku_source_type: string
  readonly source_code: string
  readonly name_zh: string
  readonly name_en: string
}

const waitingSources = prepared<Waiting>(
  'product.waiting-sources',
  `select id, version, sku_source_type, source_code, name_zh, name_en from source_sku
   where source_code = any ($1::text[]) and sku_code is null order by id`,
)

const isWritten = ({ act }: RecordChange): boolean => act === 'create' || act === 'update'

/** A source row whose SKU exists is mapped to it: the same code in both systems is one SKU, never two. */
export const sourceRules: RecordRules = {
  record: sourceSku,
  async refuse(tx, _, changes) {
    const unmapped = changes.filter((change) => isWritten(change) && change.after && !change.after['skuCode'])
    const refused = new Map<RecordChange, readonly Refusal[]>()
    if (unmapped.length === 0) return refused
    const codes = unmapped.map(({ after }) => String(after?.['sourceCode']))
    const there = new Set((await tx.rows(skusThere(codes))).map(({ code }) => code))
    for (const [index, change] of unmapped.entries()) {
      const code = codes[index]!
      if (there.has(code)) refused.set(change, [productErrors.mapIt({ code }, { field: 'skuCode' })])
    }
    return refused
  },
}

/** A new SKU is mapped to its waiting source rows. */
export const skuRules: RecordRules = {
  record: sku,
  async follow(tx, writer, changes) {
    const made = changes.filter(({ act }) => act === 'create').map(({ key }) => key)
    if (made.length === 0) return
    const waiting = await tx.rows(waitingSources(made))
    if (waiting.length === 0) return
    const intents = waiting.map((row) => ({
      act: 'update' as const,
      id: row.id,
      version: row.version,
      values: {
        skuSourceType: row.sku_source_type,
        sourceCode: row.source_code,
        nameZh: row.name_zh,
        nameEn: row.name_en,
        skuCode: row.source_code,
      },
    }))
    await writeRecords(tx, writer, sourceSku, intents, 'form')
  },
}
