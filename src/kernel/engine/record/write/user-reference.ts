import type { Reference } from '#kernel/engine/definition/reference.ts'

/** The same person by their account, as documents have it. */
export const personByAccount = {
  names: 'people',
  table: 'app_user',
  key: 'account',
  keyType: 'text',
  scope: 'scope_id',
} as const satisfies Reference

/** A person with an account; whoever has left stays where he is named. */
export const userReference: Reference = {
  table: 'app_user',
  key: 'id',
  keyType: 'int',
  code: 'account',
  enabled: 'enabled',
}
