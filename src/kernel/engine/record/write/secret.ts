import { may, type Principal } from '#kernel/platform/access/principal.ts'
import type { RecordField, RecordValues } from '../definition.ts'

/** Enough to recognise an account by. */
const SHOWN = 4

/** The masked form of a secret. */
export function masked(value: string | number | null): string | null {
  if (value === null) return null
  const text = String(value)
  return `••••${text.length > 2 * SHOWN ? text.slice(-SHOWN) : ''}`
}

export function isHidden(
  { secret }: Pick<RecordField, 'secret'>,
  principal: Pick<Principal, 'superAdmin' | 'rights'>,
): boolean {
  return secret !== undefined && !may(principal, secret)
}

/** Values as a reader may see them; used to recognise fields that a writer left unchanged. */
export function withoutSecrets(
  fields: Readonly<Record<string, RecordField>>,
  principal: Pick<Principal, 'superAdmin' | 'rights'>,
  values: RecordValues,
): RecordValues {
  const hidden = Object.entries(fields).filter(([, field]) => isHidden(field, principal))
  if (hidden.length === 0) return values
  return { ...values, ...Object.fromEntries(hidden.map(([name]) => [name, masked(values[name] ?? null)])) }
}
