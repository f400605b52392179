import type { Axes, AxisLook, KernelAxis } from '#kernel/engine/definition/axes/axis.ts'
import { pushLook } from '#kernel/engine/effects/push-look.ts'
import { reserveLook } from '#kernel/engine/reserve/reserve-look.ts'

// What pages need of axes, without the tables of transitions of the kernel's own.

export interface WithAxes {
  readonly name: string
  readonly area: string
  readonly axes?: Axes
}

const KERNEL: Readonly<Record<KernelAxis, AxisLook>> = { push: pushLook, reserve: reserveLook }

/** How an axis of a document is shown; undefined where it has none of this name. */
export function lookOf({ axes = {} }: Pick<WithAxes, 'axes'>, name: string): AxisLook | undefined {
  const axis = Object.hasOwn(axes, name) ? axes[name] : undefined
  return typeof axis === 'string' ? KERNEL[axis] : axis
}

/** Path of the text of a state of an axis. */
export function axisStatePath(definition: WithAxes, axis: string, state: string): string {
  const words = lookOf(definition, axis)?.words
  return words ? `kernel.${words}.${state}` : `${definition.area}.documents.${definition.name}.axes.${axis}.${state}`
}
