import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

const VIEWER = createRequire(import.meta.url).resolve('bpmn-js/dist/bpmn-viewer.production.min.js')

test('an exported route opens in a BPMN editor, with everything drawn', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.it', '/approval/templates/edit?code=budget_transfer')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export BPMN' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^budget_transfer-\w+\.bpmn$/)
  const xml = await readFile(await file.path(), 'utf8')

  const editor = await browser.newPage()
  await editor.setContent('<div id="canvas" style="height: 700px"></div>')
  await editor.addScriptTag({ path: VIEWER })
  const opened = await editor.evaluate(async (text) => {
    const { BpmnJS } = globalThis as unknown as { BpmnJS: new (options: object) => Viewer }
    interface Viewer {
      importXML(xml: string): Promise<{ warnings: unknown[] }>
      get(name: 'elementRegistry'): { getAll(): { id: string; type: string }[] }
    }
    const viewer = new BpmnJS({ container: '#canvas' })
    const { warnings } = await viewer.importXML(text)
    const drawn = [...document.querySelectorAll('#canvas [data-element-id]')].map((node) =>
      node.getAttribute('data-element-id'),
    )
    const known = viewer.get('elementRegistry').getAll()
    return { warnings, drawn, known: known.map(({ id, type }) => ({ id, type })) }
  }, xml)
  expect(opened.warnings).toEqual([])
  const ids = [...xml.matchAll(/<bpmndi:BPMN(?:Shape|Edge)[^>]* bpmnElement="([^"]+)"/g)].map((match) => match[1])
  expect(ids.length).toBeGreaterThan(20)
  expect(ids.filter((id) => !opened.drawn.includes(id ?? ''))).toEqual([])
  const types = opened.known.map(({ type }) => type)
  for (const type of ['bpmn:UserTask', 'bpmn:ParallelGateway', 'bpmn:ExclusiveGateway', 'bpmn:BoundaryEvent'])
    expect(types).toContain(type)
  await editor.close()
})
