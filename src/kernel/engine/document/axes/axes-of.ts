import type { Axis, KernelAxis } from '#kernel/engine/definition/axes/axis.ts'
import { pushAxis } from '#kernel/engine/effects/push-axis.ts'
import { reserveAxis } from '#kernel/engine/reserve/reserve-axis.ts'
import type { WithAxes } from './axis-looks.ts'

const KERNEL: Readonly<Record<KernelAxis, Axis>> = { push: pushAxis, reserve: reserveAxis }

/** An axis of a document by its name; undefined where it has none of this name. */
export function axisOf({ axes = {} }: Pick<WithAxes, 'axes'>, name: string): Axis | undefined {
  const axis = Object.hasOwn(axes, name) ? axes[name] : undefined
  return typeof axis === 'string' ? KERNEL[axis] : axis
}

/** All axes of a document with their names. */
export function axesOf({ axes = {} }: Pick<WithAxes, 'axes'>): readonly (readonly [string, Axis])[] {
  return Object.entries(axes).map(([name, axis]) => [name, typeof axis === 'string' ? KERNEL[axis] : axis] as const)
}
