import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'

/** Of each budget what the header changes, as it is and as it would be; where nothing is chosen yet, its control. */
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
