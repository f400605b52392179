import type { Reference } from '#kernel/engine/definition/reference.ts'

/** A price classification by its code, as documents name it: the selector of the specification says its number, and the code beside it. */
export const namedClassification = {
  names: 'classifications',
  table: 'price_classification',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  scope: 'scope_id',
  selector: {
    path: '/{bizSystem=gs}/{idcCode}/oversea/aps/db/classification/list',
    filters: { curTopAreaId: 'areaId' },
    code: 'classificationCode',
    name: 'classificationName',
  },
} as const satisfies Reference

/** A role by its English name: a document keeps the job title of whoever made it, which is the name of a role for most. */
export const namedRole = { names: 'roles', table: 'role', key: 'name_en', keyType: 'text' } as const satisfies Reference
