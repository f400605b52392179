import type { Reference } from './definition.ts'

/** A person with an account; whoever has left stays where he is named. */
export const userReference: Reference = {
  table: 'app_user',
  key: 'id',
  keyType: 'int',
  code: 'account',
  enabled: 'enabled',
}
