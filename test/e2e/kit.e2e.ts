import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const ORIGIN = 'http://kit.test'
const folder = mkdtempSync(join(tmpdir(), 'kit-'))

/** A made-up type on the kit's pages, with no area behind them: built once, its calls answered here. */
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { alias: { '#kernel': '/src/kernel' } },
    build: {
      outDir: folder,
      target: 'es2023',
      minify: false,
      rolldownOptions: { input: join(root, 'test/e2e/kit/kit.html') },
    },
  })
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const person = { account: 'in.manager', name: 'Country Manager' }
const document = {
  id: '7',
  no: 'SL202611001',
  version: 2,
  state: 'underApproval',
  drafter: { account: 'in.channel', name: 'Channel Manager' },
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-01T20:00:00Z',
  submittedAt: '2026-11-01T20:00:00Z',
  formInstanceId: '7-1',
  currentHolder: [person],
  waitingSince: '2026-11-01T20:00:00Z',
  timezone: 'UTC+05:30',
  kind: 'loan',
  site: 'S1',
  store: null,
  centre: 'C1',
  type: 'T1',
  year: 2026,
  currency: 'INR',
  note: 'For the season',
  total: '1234.50',
  lines: [
    { lineNo: 1, item: 'I1', amount: '1000.00', left: '9.00', remark: null },
    { lineNo: 2, item: 'I1', amount: '234.50', left: '9.00', remark: 'second' },
  ],
}
const names = { sites: { S1: 'First site' }, types: { 'C1|T1': 'Rebate' }, items: { I1: 'Phone' } }
const approval = {
  formInstanceId: '7-1',
  templateCode: 'sample_loan',
  state: 'running',
  submitted: null,
  events: [],
  copies: [],
  steps: [
    {
      key: 'm',
      name: 'Manager',
      rule: 'Every loan goes to the manager',
      mode: 'any',
      share: null,
      group: null,
      status: 'current',
      skipReason: null,
      people: [person],
      tasks: [],
      acts: [],
      usual: null,
    },
  ],
  currentHolder: [person],
  waitingSince: '2026-11-01T20:00:00Z',
  myTask: { taskId: '1' },
  allowed: ['approve', 'reject'],
  returnTo: [],
  removable: [],
  chooses: [],
  likelyFinish: null,
  changedSince: null,
}
/** A round that was rejected and followed by another. */
const earlier = {
  document: {
    ...document,
    state: 'underApproval',
    formInstanceId: '7-0',
    isEarlierRound: true,
    note: 'As it was first',
  },
  names,
  contentHash: 'h',
  approval: { ...approval, formInstanceId: '7-0', state: 'rejected', myTask: null, allowed: [] },
  decisionFacts: null,
}
const answers: Readonly<Record<string, unknown>> = {
  '/aps/sample/loan/detail': { document, names, contentHash: 'h', approval, decisionFacts: null },
  '/aps/sample/loan/check': { refusals: [], free: '5000.00' },
  '/aps/sample/loan/save': { id: '8', no: 'SL202611002', version: 1, state: 'draft' },
  '/aps/bpm/preview': {
    templateCode: 'sample_loan',
    templateName: 'Loans',
    templateVersion: 1,
    steps: [
      { ...approval.steps[0], status: 'future' },
      { ...approval.steps[0], key: 'o', name: 'Owner', status: 'future', people: [] },
    ],
    chooses: [{ stepKey: 'o', stepName: 'Owner', candidates: [{ account: 'hq.budget', name: 'Budget owner' }] }],
    likelyFinish: null,
    refusals: [],
  },
  '/aps/v1/admin/init': { menus: [], buttons: [], superAdmin: true, user: {} },
}
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

async function open(page: Page, address: string): Promise<readonly string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/detail') && route.request().postData()?.includes('7-0'))
      return route.fulfill({ json: { code: 200, msg: '', data: earlier } })
    if (pathname in answers)
      return route.fulfill({ json: { code: 200, msg: '', data: answers[pathname] }, headers: { 'x-kit': '1' } })
    const file = pathname.startsWith('/assets/') ? pathname : '/test/e2e/kit/kit.html'
    return route.fulfill({ body: readFileSync(join(folder, file)), contentType: TYPES[extname(file)] ?? 'text/plain' })
  })
  await page.goto(ORIGIN + address)
  return faults
}

test('the desktop page: head, facts by name, lines with their sum, route, decisions', async ({ page }) => {
  const faults = await open(page, '/sample/pc?formInstanceId=7-1&taskId=1')
  const head = page.locator('.document-head')
  await expect(head.getByRole('heading', { name: 'New loan SL202611001' })).toBeVisible()
  for (const text of [
    'Under approval',
    '1,234.50',
    'First site',
    'Channel Manager',
    'Country Manager',
    '2026-11-02 01:30',
  ])
    await expect(head).toContainText(text)
  const facts = page.locator('.document-facts')
  for (const text of ['SiteS1 / First site', 'Store/', 'Cost typeT1 / Rebate', 'Year2026', 'NoteFor the season'])
    await expect(facts).toContainText(text)
  const lines = page.locator('.document-lines')
  await expect(lines.locator('thead th')).toHaveText(['No.', 'Item', 'Amount', 'Left', 'Remark'])
  await expect(lines.locator('tbody tr').first()).toContainText('Phone')
  await expect(lines).toContainText('Total 1,234.50')
  await expect(
    page.getByRole('region', { name: 'Audit opinion' }).getByRole('button', { name: 'Agree', exact: true }),
  ).toBeVisible()
  await expect(page.locator('.timeline')).toContainText('Manager')
  expect(faults).toEqual([])
})

test('the desktop form: fields and sheet from the definition, limits, choices that bring others, a draft that saves itself', async ({
  page,
}) => {
  const faults = await open(page, '/sample/apply')
  await expect(page.getByRole('heading', { name: 'New loan' })).toBeVisible()
  await expect(page.locator('.field-head label')).toHaveText(['Site*', 'Store', 'Cost type', 'Year*', 'Note'])
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Item*', 'Amount*', 'Left', 'Remark'])
  const pick = async (label: string, text: string): Promise<void> => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: text }).last().click()
  }
  await pick('Site', 'First site')
  await pick('Store', 'Store of the first')
  await expect(page.locator('.field').first()).toContainText('Free 5,000.00')
  await pick('Site', 'Second site')
  await expect(page.locator('.field').nth(1)).not.toContainText('Store of the first')
  await expect(page.locator('.action-bar')).toContainText('Saved at')
  await expect(page.locator('h1')).toContainText('SL202611002')

  // Who will approve it, and whom the drafter has to choose: a submit without him does not leave the form.
  const route = page.getByRole('region', { name: 'Approval route' })
  await expect(route.getByRole('button', { name: /^Manager/ })).toContainText('Every loan goes to the manager')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(route.getByText('Please choose who decides Owner')).toBeVisible()
  await expect(route.getByRole('combobox')).toBeFocused()
  await route.getByRole('option', { name: /Budget owner/ }).click()
  await expect(route.getByText('Please choose who decides Owner')).toBeHidden()
  const submitted = page.waitForRequest(/loan\/submit/)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  expect((await submitted).postDataJSON()).toMatchObject({ chosen: { o: ['hq.budget'] } })
  expect(faults).toEqual([])
})

test('a link to an earlier round shows it as it was, and the way to what is there now', async ({ page }) => {
  const faults = await open(page, '/sample/pc?formInstanceId=7-0')
  await expect(page.getByText('As it was first')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'An earlier submission' })).toContainText('Rejected')
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Open it as it is now' }).click()
  await expect(page).toHaveURL(/formInstanceId=7-1/)
  expect(faults).toEqual([])
})

test('the phone page: summary, details, stacked lines, an opinion in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = await open(page, '/sample/mobile?formInstanceId=7-1&taskId=1')
  await expect(page.locator('.summary')).toContainText('New loan')
  await expect(page.locator('.summary')).toContainText('1,234.50')
  await expect(page.locator('.pairs')).toContainText('S1 / First site')
  await expect(page.locator('.stack').first()).toContainText('1. Phone')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Agree' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  expect(faults).toEqual([])
})

test('the phone form: rows that fit their kind, a line as a card, the sum in the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = await open(page, '/sample/mobile/apply')
  const header = page.getByRole('region', { name: 'Application' })
  await expect(header.getByRole('radio', { name: 'Loan' })).toBeChecked()
  await expect(header.getByLabel('Year')).toHaveValue('2026')
  await header.getByRole('button', { name: /^Site/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /First site/ })
    .click()
  await page.getByRole('article', { name: 'Line 1' }).getByLabel('Amount').fill('12.5')
  await expect(page.locator('.action-bar-total')).toContainText('12.50')
  await expect(header).toContainText('Left afterwards 4,987.50')
  expect(faults).toEqual([])
})
