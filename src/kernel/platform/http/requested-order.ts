import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

export interface RequestedOrder<By> {
  readonly by: By
  readonly direction: 'asc' | 'desc'
}

/**
 * The requested order of a list: `name` is ascending, `-name` descending. Of several names the first one counts.
 *
 * @param orders the orders of the list by wire name
 * @param usual the default order
 * @throws `http.invalid-field` for any other name
 */
export function requestedOrder<By>(
  sort: readonly string[] | undefined,
  orders: Readonly<Record<string, By>>,
  usual: string,
): RequestedOrder<By> {
  const first = sort?.[0] ?? usual
  const name = first.replace(/^-/, '')
  const by = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (by === undefined) throw new Refused(httpErrors.invalidField({ field: 'sort', reason: name }, { field: 'sort' }))
  return { by, direction: first.startsWith('-') ? 'desc' : 'asc' }
}
