import { BpmnModdle } from 'bpmn-moddle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadApprovalTypes } from '#app/approval-types.ts'
import type { TemplateContent } from '#areas/approval-routes/approval-routes-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { routeInForce, saveRoute, templatePath } from './route-drafts.ts'

const approvalTypes = await loadApprovalTypes()

const CODE = 'budget_transfer'
let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const save = (account: string, content: TemplateContent, draftVersion: number, code = CODE) =>
  saveRoute(server, account, code, content, draftVersion)
const inForce = (code = CODE) => routeInForce(server, code)

describe('a route as BPMN 2.0', () => {
  it.each(approvalTypes.map(({ code }) => code))(
    'the route %s is exported as BPMN 2.0 that reads back without warnings, with every shape and edge drawn',
    async (code) => {
      const file = await server.fetch('hq.it', `${templatePath('bpmn')}?code=${code}`)
      expect(file.status).toBe(200)
      expect(file.headers['content-disposition']).toMatch(/\.bpmn/)
      const { rootElement, warnings } = await new BpmnModdle().fromXML(file.bytes.toString('utf8'))
      expect(warnings).toEqual([])
      const [process] = rootElement.get('rootElements') as Element[]
      const [diagram] = rootElement.get('diagrams') as Element[]
      const elements = process?.get('flowElements') as Element[]
      const drawn = (diagram!.get('plane') as Element).get('planeElement') as Element[]
      const ids = (list: readonly Element[]) => list.map(({ id }) => id ?? '').toSorted((a, b) => a.localeCompare(b))
      expect(ids(drawn.map((shape) => shape.get('bpmnElement') as Element))).toEqual(ids(elements))
      const tasks = elements.filter(({ $type }) => $type === 'bpmn:UserTask')
      expect(tasks.map(({ id }) => id)).toEqual((await inForce(code)).steps.map(({ key }) => `Step_${key}`))
      for (const task of tasks) expect((task.get('documentation') as Element[])[0]?.get('text')).toMatch(/\S/)
      expect(overlaps(drawn)).toEqual([])
    },
  )

  it('a route exported as BPMN shows assignees, modes and time limits in its terms', async () => {
    const content = await inForce('budget_transfer')
    const [giver, receiver, finance, hq] = content.steps
    const steps = [
      { ...giver!, mode: 'all' as const },
      { ...receiver!, mode: 'sequential' as const },
      { ...finance!, mode: 'share' as const, share: 60 },
      hq!,
    ]
    await save('hq.it', { ...content, steps }, 0, 'budget_transfer')
    const file = await server.fetch('hq.it', `${templatePath('bpmn')}?code=budget_transfer&version=0`)
    const { elementsById, warnings } = await new BpmnModdle().fromXML(file.bytes.toString('utf8'))
    expect(warnings).toEqual([])
    const loop = (key: string) => elementsById[`Step_${key}`]!.get('loopCharacteristics') as Element
    expect(loop('giverManager').get('isSequential')).toBe(false)
    expect(loop('receiverManager').get('isSequential')).toBe(true)
    expect((loop('regionalFinance').get('completionCondition') as Element).get('body')).toContain('>= 0.6')
    const asks = elementsById['Flow_Asks_hqBudget_Step_hqBudget']!.get('conditionExpression') as Element
    expect(asks.get('body')).toBe('crossRegion = true')
    const timer = elementsById['Timer_escalate_hqBudget']!
    expect(timer.get('cancelActivity')).toBe(false)
    expect((timer.get('attachedToRef') as Element).id).toBe('Step_hqBudget')
    expect(elementsById['Opens_giverManager']?.$type).toBe('bpmn:ParallelGateway')
    expect((elementsById['Opens_giverManager']!.get('outgoing') as Element[]).length).toBe(2)
  })
})

interface Element {
  readonly $type: string
  readonly id?: string
  get(name: string): unknown
}

/** Pairs of boxes that lie over each other; a timer sits on the edge of its own task. */
function overlaps(drawn: readonly Element[]): string[] {
  const boxes = drawn
    .filter(({ $type }) => $type === 'bpmndi:BPMNShape')
    .map((shape) => ({ of: shape.get('bpmnElement') as Element, box: shape.get('bounds') as Element }))
  const edge = (box: Element, at: 'x' | 'y', size: 'width' | 'height') =>
    [Number(box.get(at)), Number(box.get(at)) + Number(box.get(size))] as const
  const meet = (a: Element, b: Element) =>
    (['x', 'y'] as const).every((at) => {
      const size = at === 'x' ? 'width' : 'height'
      const [[from, to], [start, end]] = [edge(a, at, size), edge(b, at, size)]
      return from < end && start < to
    })
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => meet(one.box, other.box) && other.of.get('attachedToRef') !== one.of)
      .map((other) => `${one.of.id} and ${other.of.id}`),
  )
}
