import type { StepView } from '#kernel/engine/approval/approval-wire.ts'

/** Steps that are open at the same time: one, or those of a parallel group. */
export interface RouteStage {
  readonly key: string
  readonly steps: readonly StepView[]
}

/** A route as consecutive stages: neighbouring steps of the same group are parallel. */
export function routeStages(steps: readonly StepView[]): readonly RouteStage[] {
  const stages: { key: string; steps: StepView[] }[] = []
  for (const step of steps) {
    const last = stages.at(-1)
    if (last && step.group !== null && last.steps[0]?.group === step.group) last.steps.push(step)
    else stages.push({ key: step.key, steps: [step] })
  }
  return stages
}
