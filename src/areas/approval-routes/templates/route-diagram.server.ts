import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'

// Layout of a route's BPMN diagram: left to right, a conditional step between two gateways, steps of a group stacked.
// Pure geometry; bpmn-xml.server.ts writes it.

export interface Point {
  readonly x: number
  readonly y: number
}

export interface DiagramBox extends Point {
  readonly width: number
  readonly height: number
}

export type NodeKind = 'start' | 'end' | 'task' | 'choice' | 'parallel' | 'timer' | 'told'

export interface DiagramNode {
  readonly id: string
  readonly kind: NodeKind
  readonly box: DiagramBox
  /** Of a task, and of the timers at its edge with their ends. */
  readonly step?: TemplateStep
  /** Of a timer and its end: what happens at the time limit. */
  readonly limit?: 'remind' | 'escalate'
}

export interface DiagramEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  /** Condition of a flow: whether the step is needed or not. */
  readonly way?: { readonly step: TemplateStep; readonly isNeeded: boolean }
}

export interface Diagram {
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

const GAP = 55
const TASK = { width: 130, height: 80 }
const GATEWAY = 50
const EVENT = 36
/** Height of a bypass above its step. */
const BYPASS = 70
/** From a timer down to its end event. */
const TOLD = 62
/** Gap between two parallel steps: the bypass of the lower one and the timers of the upper one. */
const LANE = 240
const TOP = 150

class Drawing {
  readonly nodes: DiagramNode[] = []
  readonly edges: DiagramEdge[] = []
  /** Left edge of the next element. */
  x = 100

  place(id: string, kind: NodeKind, y: number, more: Partial<DiagramNode> = {}): DiagramNode {
    const size = kind === 'task' ? TASK : square(kind === 'choice' || kind === 'parallel' ? GATEWAY : EVENT)
    const node = { id, kind, box: { x: this.x, y: y - size.height / 2, ...size }, ...more }
    this.nodes.push(node)
    this.x += size.width + GAP
    return node
  }

  connect(from: DiagramNode, to: DiagramNode, way?: DiagramEdge['way'], points = straight(from, to)): void {
    this.edges.push({ id: `Flow_${from.id}_${to.id}`, from: from.id, to: to.id, points, ...(way ? { way } : {}) })
  }

  /** A step with its timers, between two gateways where it has a condition. Returns its first and last node. */
  step(step: TemplateStep, y: number): readonly [first: DiagramNode, last: DiagramNode] {
    if (step.when === undefined) {
      const task = this.task(step, y)
      return [task, task]
    }
    const split = this.place(`Asks_${step.key}`, 'choice', y, { step })
    const task = this.task(step, y)
    const join = this.place(`After_${step.key}`, 'choice', y)
    this.connect(split, task, { step, isNeeded: true })
    this.connect(task, join)
    const [from, to, above] = [middle(split.box), middle(join.box), y - BYPASS]
    const over = [
      { x: from.x, y: split.box.y },
      { x: from.x, y: above },
      { x: to.x, y: above },
      { x: to.x, y: join.box.y },
    ]
    this.connect(split, join, { step, isNeeded: false }, over)
    return [split, join]
  }

  task(step: TemplateStep, y: number): DiagramNode {
    const task = this.place(`Step_${step.key}`, 'task', y, { step })
    const limits = [
      ['remind', step.remindAfterHours, 0.25],
      ['escalate', step.escalateAfterHours, 0.75],
    ] as const
    for (const [limit, hours, share] of limits) {
      if (hours === undefined) continue
      const centre = { x: task.box.x + task.box.width * share, y: task.box.y + task.box.height }
      const timer = { id: `Timer_${limit}_${step.key}`, kind: 'timer', box: around(centre), step, limit } as const
      const end = { x: centre.x, y: centre.y + TOLD }
      const told = { id: `Told_${limit}_${step.key}`, kind: 'told', box: around(end), step, limit } as const
      this.nodes.push(timer, told)
      this.connect(timer, told, undefined, [
        { x: centre.x, y: centre.y + EVENT / 2 },
        { x: end.x, y: end.y - EVENT / 2 },
      ])
    }
    return task
  }

  /** Parallel steps, between a forking and a joining gateway. */
  group(steps: readonly TemplateStep[], name: string): readonly [first: DiagramNode, last: DiagramNode] {
    const split = this.place(`Opens_${name}`, 'parallel', TOP)
    const left = this.x
    let right = left
    const branches = steps.map((step, index) => {
      this.x = left
      const ends = this.step(step, TOP + index * LANE)
      right = Math.max(right, this.x)
      return ends
    })
    this.x = right
    const join = this.place(`Closes_${name}`, 'parallel', TOP)
    for (const [first, last] of branches) {
      this.connect(split, first, undefined, fork(split, first))
      this.connect(last, join, undefined, merge(last, join))
    }
    return [split, join]
  }
}

export function drawRoute(steps: readonly TemplateStep[]): Diagram {
  const drawing = new Drawing()
  let last = drawing.place('Submitted', 'start', TOP)
  for (let index = 0; index < steps.length;) {
    const stage = stageAt(steps, index)
    const [first, end] = stage.length > 1 ? drawing.group(stage, stage[0]?.key ?? '') : drawing.step(stage[0]!, TOP)
    drawing.connect(last, first)
    last = end
    index += stage.length
  }
  drawing.connect(last, drawing.place('Approved', 'end', TOP))
  return drawing
}

/** The step at an index with its parallel steps. */
function stageAt(steps: readonly TemplateStep[], index: number): readonly TemplateStep[] {
  const group = steps[index]?.group
  if (group === undefined) return steps.slice(index, index + 1)
  const end = steps.findIndex((step, at) => at > index && step.group !== group)
  return steps.slice(index, end === -1 ? steps.length : end)
}

const square = (size: number) => ({ width: size, height: size })
const around = ({ x, y }: Point): DiagramBox => ({ x: x - EVENT / 2, y: y - EVENT / 2, ...square(EVENT) })
const middle = ({ x, y, width, height }: DiagramBox): Point => ({ x: x + width / 2, y: y + height / 2 })

function straight({ box: from }: DiagramNode, { box: to }: DiagramNode): readonly Point[] {
  return [
    { x: from.x + from.width, y: middle(from).y },
    { x: to.x, y: middle(to).y },
  ]
}

/** From a gateway to a branch at its own height, or further down. */
function fork(from: DiagramNode, to: DiagramNode): readonly Point[] {
  const [a, b] = [middle(from.box), middle(to.box)]
  if (a.y === b.y) return straight(from, to)
  return [
    { x: a.x, y: from.box.y + from.box.height },
    { x: a.x, y: b.y },
    { x: to.box.x, y: b.y },
  ]
}

function merge(from: DiagramNode, to: DiagramNode): readonly Point[] {
  const [a, b] = [middle(from.box), middle(to.box)]
  if (a.y === b.y) return straight(from, to)
  return [
    { x: from.box.x + from.box.width, y: a.y },
    { x: b.x, y: a.y },
    { x: b.x, y: to.box.y + to.box.height },
  ]
}
