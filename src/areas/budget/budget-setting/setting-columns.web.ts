import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'

/** For each budget the changed values, old and new; without a change, its current control. */
export function settingColumns({ mode, tolerance, owner, validity }: Values): readonly string[] {
  const isSaid = (value: string | undefined) => value !== undefined && value !== '' && value !== 'keep'
  const changed = [
    ...(isSaid(mode) ? ['Mode'] : []),
    ...(isSaid(tolerance) ? ['Tolerance'] : []),
    ...(isSaid(owner) ? ['Owner'] : []),
    ...(isSaid(validity) ? ['Validity'] : []),
  ]
  const pairs = (changed.length > 0 ? changed : ['Mode']).flatMap((name) => [`old${name}`, `new${name}`])
  return ['targetCode', ...pairs, 'availableAmount', 'currency']
}
