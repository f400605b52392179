import { BpmnModdle, type ModdleElement } from 'bpmn-moddle'
import type { TemplateStep, Who } from '#kernel/engine/approval/approval-route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { BpmnTexts } from './bpmn.en.ts'
import { type DiagramEdge, type DiagramNode, drawRoute } from '../templates/route-diagram.server.ts'

export interface ExportedRoute {
  readonly code: string
  readonly version: number
  readonly name: string
  readonly steps: readonly TemplateStep[]
}

interface Writing {
  readonly moddle: BpmnModdle
  readonly language: Language
  readonly texts: BpmnTexts
}

const FEEL = 'https://www.omg.org/spec/DMN/20211108/FEEL/'
const NAMESPACE = 'urn:approval-route'

/** A route as a BPMN 2.0 document with its diagram, for BPMN editors. */
export async function bpmnOf(route: ExportedRoute, language: Language, texts: BpmnTexts): Promise<string> {
  const moddle = new BpmnModdle()
  const writing = { moddle, language, texts }
  const { nodes, edges } = drawRoute(route.steps)
  const elements = new Map(nodes.map((node) => [node.id, elementOf(writing, node)]))
  for (const node of nodes) {
    const host = node.kind === 'timer' ? elements.get(`Step_${node.step?.key}`) : undefined
    if (host) elements.get(node.id)?.set('attachedToRef', host)
  }
  const flows = edges.map((edge) => flowOf(writing, edge, elements))
  const process = moddle.create('bpmn:Process', {
    id: `Process_${route.code}`,
    name: route.name,
    isExecutable: false,
    documentation: [documentation(writing, interpolate(texts.process, { version: route.version }))],
    flowElements: [...elements.values(), ...flows],
  })
  const plane = moddle.create('bpmndi:BPMNPlane', {
    id: 'Plane',
    bpmnElement: process,
    planeElement: [
      ...nodes.map((node) => shapeOf(writing, node, elements.get(node.id))),
      ...edges.map((edge, index) => lineOf(writing, edge, flows[index])),
    ],
  })
  const definitions = moddle.create('bpmn:Definitions', {
    id: `Definitions_${route.code}`,
    targetNamespace: NAMESPACE,
    expressionLanguage: FEEL,
    rootElements: [process],
    diagrams: [moddle.create('bpmndi:BPMNDiagram', { id: 'Diagram', plane })],
  })
  const { xml } = await moddle.toXML(definitions, { format: true })
  return xml
}

function documentation({ moddle }: Writing, text: string): ModdleElement {
  return moddle.create('bpmn:Documentation', { text })
}

function expression({ moddle }: Writing, body: string): ModdleElement {
  return moddle.create('bpmn:FormalExpression', { body })
}

function elementOf(writing: Writing, node: DiagramNode): ModdleElement {
  const { moddle, texts } = writing
  const { id, step } = node
  switch (node.kind) {
    case 'start':
      return moddle.create('bpmn:StartEvent', { id, name: texts.submitted })
    case 'end':
      return moddle.create('bpmn:EndEvent', { id, name: texts.approved })
    case 'choice':
      return moddle.create('bpmn:ExclusiveGateway', { id, ...(step ? { name: texts.needed } : {}) })
    case 'parallel':
      return moddle.create('bpmn:ParallelGateway', { id })
    case 'timer': {
      const timeDuration = expression(writing, `PT${hoursOf(node)}H`)
      const eventDefinitions = [moddle.create('bpmn:TimerEventDefinition', { id: `${id}_after`, timeDuration })]
      const name = interpolate(texts.after, { hours: hoursOf(node) })
      return moddle.create('bpmn:BoundaryEvent', { id, name, cancelActivity: false, eventDefinitions })
    }
    case 'told':
      return moddle.create('bpmn:EndEvent', { id, name: node.limit === 'remind' ? texts.reminded : texts.escalated })
    case 'task':
      return taskOf(writing, id, step!)
  }
}

function hoursOf({ step, limit }: DiagramNode): number {
  return (limit === 'remind' ? step?.remindAfterHours : step?.escalateAfterHours) ?? 0
}

function taskOf(writing: Writing, id: string, step: TemplateStep): ModdleElement {
  const { moddle, language, texts } = writing
  const owner = moddle.create('bpmn:PotentialOwner', {
    name: whoText(texts, step.who),
    resourceAssignmentExpression: moddle.create('bpmn:ResourceAssignmentExpression', {
      expression: expression(writing, JSON.stringify(step.who)),
    }),
  })
  const copies = (step.cc ?? []).map((who) => interpolate(texts.copy, { who: whoText(texts, who) }))
  const notes = [step.rule?.[language], texts.modes[step.mode], ...copies].filter((text) => text !== undefined)
  const loop = loopOf(writing, step)
  return moddle.create('bpmn:UserTask', {
    id,
    name: step.name[language],
    documentation: notes.map((text) => documentation(writing, text)),
    resources: [owner],
    ...(loop ? { loopCharacteristics: loop } : {}),
  })
}

/** All of them, sequentially or in parallel; with a share, until it is reached. */
function loopOf(writing: Writing, { mode, share }: TemplateStep): ModdleElement | null {
  if (mode === 'any') return null
  return writing.moddle.create('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: mode === 'sequential',
    ...(mode === 'share'
      ? { completionCondition: expression(writing, `agreed / numberOfInstances >= ${(share ?? 100) / 100}`) }
      : {}),
  })
}

function whoText({ who: texts }: BpmnTexts, who: Who): string {
  if ('account' in who) return interpolate(texts.account, { account: who.account })
  if ('head' in who) return texts.head[who.head]
  if ('chosenBy' in who) return texts.chosenBy[who.chosenBy]
  if ('computed' in who) return interpolate(texts.computed, { name: who.computed })
  return interpolate(texts.role, { role: who.role, of: who.of ?? 'document' })
}

function flowOf(writing: Writing, edge: DiagramEdge, elements: ReadonlyMap<string, ModdleElement>): ModdleElement {
  const [source, target] = [elements.get(edge.from), elements.get(edge.to)]
  if (!source || !target) throw new Error(`${edge.id} leads nowhere`)
  const { way } = edge
  const flow = writing.moddle.create('bpmn:SequenceFlow', {
    id: edge.id,
    sourceRef: source,
    targetRef: target,
    ...(way?.isNeeded ? { name: way.step.when, conditionExpression: expression(writing, way.step.when ?? '') } : {}),
    ...(way?.isNeeded === false ? { name: writing.texts.otherwise } : {}),
  })
  source.set('outgoing', [...((source.get('outgoing') as ModdleElement[] | undefined) ?? []), flow])
  target.set('incoming', [...((target.get('incoming') as ModdleElement[] | undefined) ?? []), flow])
  if (way?.isNeeded === false) source.set('default', flow)
  return flow
}

function shapeOf({ moddle }: Writing, { id, kind, box }: DiagramNode, element: ModdleElement | undefined) {
  const bounds = moddle.create('dc:Bounds', { ...box })
  const more = kind === 'choice' ? { isMarkerVisible: true } : {}
  return moddle.create('bpmndi:BPMNShape', { id: `${id}_di`, bpmnElement: element, bounds, ...more })
}

function lineOf({ moddle }: Writing, { id, points }: DiagramEdge, flow: ModdleElement | undefined) {
  const waypoint = points.map((point) => moddle.create('dc:Point', { ...point }))
  return moddle.create('bpmndi:BPMNEdge', { id: `${id}_di`, bpmnElement: flow, waypoint })
}
