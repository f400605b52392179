import type { Reference } from '#kernel/engine/definition/reference.ts'

/** The same person by account, as documents refer to them. */
export const personByAccount = {
  names: 'people',
  table: 'app_user',
  key: 'account',
  keyType: 'text',
  scope: 'scope_id',
} as const satisfies Reference

/** A person with an account; a person who has left stays where they are named. */
export const userReference: Reference = {
  table: 'app_user',
  key: 'id',
  keyType: 'int',
  code: 'account',
  enabled: 'enabled',
}
