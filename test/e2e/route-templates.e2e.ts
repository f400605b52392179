import { productNow } from '#kernel/base/clock/clock.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

const VIEWER = createRequire(import.meta.url).resolve('bpmn-js/dist/bpmn-viewer.production.min.js')

test('an exported route opens in a BPMN editor with everything drawn', async ({ browser }) => {
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

test('a route is changed in its sheet by one administrator, who asks for its second person at once, and published by another', async ({
  browser,
}) => {
  const address = '/approval/templates/edit?code=price_application'
  const rule = `The RSM knows the market ${productNow().getTime()}`
  const { page } = await arrive(browser, 'hq.it', address)
  const inForce = page.getByText(/^Version \d+ in force/)
  await expect(inForce).toBeVisible()
  const version = Number(/\d+/.exec((await inForce.textContent()) ?? '')?.[0])
  // Reading alone begins nothing.
  await expect(page.getByText('No draft: change something and one begins')).toBeVisible()
  await expect(page.locator('.sheet-frozen[role=columnheader]').last()).toHaveText(/^Name \(en\)/)

  const cell = (column: string, row: number) =>
    page.getByRole('gridcell', { name: `${column}, line ${row}`, exact: false }).first()
  const type = async (column: string, row: number, text: string) => {
    await cell(column, row).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await type('Only if (FEEL)', 2, 'noSuchThing = 1')
  const problem = page.getByRole('listitem').filter({ hasText: 'Line 2' })
  await expect(problem).toContainText('No document of this type has "noSuchThing"')
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await type('Only if (FEEL)', 2, 'priceCutPercent >= 0')
  await expect(problem).toBeHidden()
  await type('Rule (en)', 2, rule)
  // At once, before the change is saved by itself.
  await page.getByRole('button', { name: 'Ask to publish' }).click()
  await expect(page.getByText(/asked to publish it$/)).toBeVisible()
  await expect(page.getByText('You worked on it: somebody else publishes it')).toBeVisible()

  const second = await arrive(browser, 'hq.it2', address)
  await second.page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = second.page.getByRole('dialog', { name: `Publish version ${version + 1}` })
  await expect(dialog.getByRole('row').filter({ hasText: 'Rule (en)' })).toContainText(rule)
  await dialog.getByRole('button', { name: `Publish version ${version + 1}` }).click()
  await expect(second.page.getByText(new RegExp(`^Version ${version + 1} in force`))).toBeVisible()
})

test('the list of route templates is closed to others than administrators', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.channel', '/approval/templates')
  await expect(page.getByText('Read route templates, bands and rates', { exact: false })).toBeVisible()
})
