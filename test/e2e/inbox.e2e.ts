import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { inbox } from '#kernel/services/tasks/locale/inbox.en.ts'
import { inbox as inboxZh } from '#kernel/services/tasks/locale/inbox.zh.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf, filled } from './support/texts.ts'

// Whether the reading pane is open is a choice that the account keeps: two tests that change it run one after the other.
test.describe.configure({ mode: 'default' })

const application = applicationOf({
  department: 'BD09',
  reason: 'Shop windows before the season',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0801', productLine: 'PH40', amount: '1300' }],
})

/** The latest come first, so that the document that a test raised is on the first page. */
const LATEST = '/tasks/pc?sort=waiting&limit=50'

interface Row {
  readonly taskId: string
  readonly formInstanceId: string
  readonly contentHash: string
}

async function taskOf(origin: string, account: string, no: string): Promise<Row | undefined> {
  const path = `/aps/task/queryPage?no=${no}`
  return (await companyAt(origin).call<{ records: Row[] }>(account, path)).records[0]
}

/** Another person decides in another session at the same moment. */
async function decideElsewhere(origin: string, no: string): Promise<void> {
  const row = await taskOf(origin, 'in.manager', no)
  const items = [{ ...row, opinion: 'Decided at another desk' }].map((each) => ({
    taskId: each.taskId,
    formInstanceId: each.formInstanceId,
    contentHash: each.contentHash,
    opinion: each.opinion,
  }))
  await companyAt(origin).call('in.manager', '/aps/bpm/task/batch', { decision: 'approve', items })
}

const rowOf = (page: Page, no: string) => page.locator('tbody tr').filter({ hasText: no })

test('every box of the task list has its rows, and filters keep what matches', async ({ browser, origin }) => {
  const { no } = await submittedGrant(origin, application)
  const drafter = await arrive(browser, 'in.channel', `/tasks/pc?view=mine&no=${no}`)
  const { page } = drafter
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(rowOf(page, no)).toContainText(inbox.states.running)
  await expect(rowOf(page, no)).toContainText('Manager, India')
  await page.getByRole('tab', { name: inbox.boxes.done }).click()
  await expect(page).toHaveURL(/view=done/)
  await expect(page.getByRole('tab', { name: inbox.boxes.all })).toHaveCount(0)

  const manager = await arrive(browser, 'in.manager', `/tasks/pc?no=${no}`)
  await expect(rowOf(manager.page, no)).toBeVisible()
  await manager.page.getByLabel(inbox.filters.text).fill('nothing is called so')
  await manager.page.keyboard.press('Enter')
  await expect(manager.page.getByText(manager.texts.page.list.noMatch)).toBeVisible()
  await expect(manager.page).toHaveURL(/text=nothing/)
})

test('a click shows a task in the reading pane with what its accounts will hold, and a double click opens it', async ({
  browser,
  origin,
}) => {
  const { no } = await submittedGrant(origin, application)
  const { page } = await arrive(browser, 'in.manager', `/tasks/pc?no=${no}`, { language: 'en' })
  await expect(rowOf(page, no)).toBeVisible()
  await page.getByRole('button', { name: inbox.preview, exact: true }).click()
  const pane = page.getByRole('complementary', { name: inbox.preview })
  await expect(pane.getByText(inbox.previewNone)).toBeVisible()
  await rowOf(page, no).getByText('1,300.00').click()
  await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page).toHaveURL(/\/tasks\/pc/)
  const change = pane.locator('.reading-change').first()
  await expect(change).toContainText(inbox.previewLater)
  const [before, after] = `${await change.textContent()}`
    .split('→')
    .map((text) => Number(text.replaceAll(/[^\d.-]/g, '')))
  // The balances of the account before and after, of which the grant is the difference.
  expect(Math.abs(Math.round((after! - before!) * 100))).toBe(130_000)
  await rowOf(page, no).getByText('1,300.00').dblclick()
  await expect(page).toHaveURL(/\/budgetCountry\/pc\?/)
  // The person's choice is kept: others begin without the pane.
  await page.goBack()
  await page.getByRole('button', { name: inbox.preview, exact: true }).click()
  await expect(pane).toHaveCount(0)
})

test('a task is opened and approved from the list by keyboard alone', async ({ browser, origin }) => {
  // An amount that no other test uses: the list holds these two documents alone.
  const amount = String(200_000 + (productNow().getTime() % 90_000))
  const two = { ...application, lines: application.lines.map((line) => ({ ...line, amount })) }
  const { no } = await submittedGrant(origin, two)
  const { no: after } = await submittedGrant(origin, two)
  const list = `/tasks/pc?currency=INR&amountFrom=${amount}&amountTo=${amount}`
  const { page, texts } = await arrive(browser, 'in.manager', list)
  await expect(rowOf(page, no)).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, no)).toBeFocused()
  const pane = page.getByRole('complementary', { name: inbox.preview })
  // The pane is a choice of the account, which the test above makes too.
  if ((await pane.count()) === 0) await page.keyboard.press('v')
  await expect(pane).toContainText(`${amount.slice(0, 3)},${amount.slice(3)}.00`)
  await page.keyboard.press('v')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: filled(inbox.batch.agreeOne, { no }) })
  await expect(dialog.getByRole('textbox', { name: inbox.batch.opinionOne })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(inbox.batch.opinionMissing)).toBeVisible()
  await page.keyboard.type('Read and agreed')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(filled(inbox.batch.finishedAll, { done: 1 }))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, no)).toHaveCount(0)
  // And the next has the cursor.
  await expect(rowOf(page, after)).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByText(inbox.agreeKey)).toBeVisible()
  await expect(page.getByText(texts.page.list.keys.down, { exact: true })).toBeVisible()
})

test('a batch has a dry run, skips a task decided meanwhile, and survives a network failure without doubling', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const grants = []
  for (let count = 0; count < 3; count += 1) grants.push(await submittedGrant(origin, application))
  const [one, two, three] = grants.map(({ no }) => no) as [string, string, string]
  const { page } = await arrive(browser, 'in.manager', LATEST)
  for (const no of [one, two, three]) await rowOf(page, no).getByRole('checkbox').check()
  await decideElsewhere(origin, two)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: filled(inbox.batch.agreeMany, { count: 3 }) })
  await expect(dialog.getByText(filled(inbox.batch.ready, { count: 2, all: 3 }))).toBeVisible()
  const conflicts = dialog.getByRole('region', { name: filled(inbox.batch.conflicts, { count: 1 }) })
  await expect(conflicts).toContainText(two)
  await expect(dialog.getByRole('region', { name: inbox.batch.accounts })).toContainText('-2,600.00')

  await dialog.getByRole('textbox', { name: inbox.batch.opinion }).fill('Checked together')
  let sent = 0
  await page.route('**/aps/bpm/task/batch', async (route) => {
    sent += 1
    // The second arrives, and its answer is lost.
    if (sent !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await dialog.getByRole('button', { name: filled(inbox.batch.agreeCount, { count: 2 }) }).click()
  await expect(dialog.getByText(inbox.batch.stopped)).toBeVisible()
  await dialog.getByRole('button', { name: inbox.batch.goOn }).click()
  await expect(dialog.getByText(filled(inbox.batch.finishedAll, { done: 2 }))).toBeVisible()
  await dialog.getByRole('contentinfo').or(dialog).getByRole('button', { name: inbox.batch.close }).last().click()
  for (const no of [one, two, three]) {
    await expect(rowOf(page, no)).toHaveCount(0)
    const path = `/aps/task/queryPage?status=done&no=${no}`
    const done = await companyAt(origin).call<{ records: unknown[] }>('in.manager', path)
    expect([no, done.records.length]).toEqual([no, 1])
  }
})

test('tasks are chosen as cards on the phone, shown in a dry run and approved together', async ({
  browser,
  origin,
}) => {
  const grants = [await submittedGrant(origin, application), await submittedGrant(origin, application)]
  const { page, texts } = await arrive(browser, 'in.manager', '/tasks/mobile', { width: 'phone', language: 'zh' })
  await page.getByRole('button', { name: texts.page.list.filters }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: new RegExp(`^${inboxZh.order}`) }).tap()
  const orders = page.getByRole('dialog', { name: inboxZh.order })
  await orders.getByRole('button', { name: inboxZh.orders.latest }).tap()
  await expect(orders).toBeHidden()
  await sheet.getByRole('button', { name: inboxZh.filters.apply }).tap()
  await page.getByRole('button', { name: inboxZh.phone.select }).tap()
  for (const { no } of grants) await page.getByRole('checkbox', { name: filled(inboxZh.phone.pick, { no }) }).check()
  const bar = page.getByRole('contentinfo')
  await expect(bar).toContainText(filled(inboxZh.phone.selected, { count: 2 }))
  const agree = bar.getByRole('button', { name: inboxZh.agree })
  expect((await agree.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await agree.tap()
  await expect(sheet.getByText(filled(inboxZh.batch.ready, { count: 2, all: 2 }))).toBeVisible()
  await sheet.getByRole('textbox', { name: inboxZh.batch.opinion }).fill('一并核对')
  await sheet.getByRole('button', { name: filled(inboxZh.batch.agreeCount, { count: 2 }) }).tap()
  await expect(sheet.getByText(filled(inboxZh.batch.finishedAll, { done: 2 }))).toBeVisible()
  await sheet.getByRole('button', { name: inboxZh.batch.close, exact: true }).last().tap()
  await expect(sheet).toBeHidden()
  for (const { no } of grants) await expect(page.locator('.task-card').filter({ hasText: no })).toHaveCount(0)
  await page.getByRole('radio', { name: anyOf(inboxZh.boxes.done) }).check({ force: true })
  await expect(page.locator('.task-card').filter({ hasText: grants[0]!.no })).toBeVisible()
})

test('a card that leaves the box between two pages leaves no other card out on the phone', async ({
  browser,
  origin,
}) => {
  const { no } = await submittedGrant(origin, application)
  const like = await taskOf(origin, 'in.manager', no)
  let cards = Array.from({ length: 45 }, (_, index) => ({
    ...like,
    taskId: `${index}`,
    documentNo: `CARD${100 + index}`,
  }))
  const { page, texts } = await arrive(browser, 'in.manager', '/tasks/mobile?view=done', { width: 'phone' })
  await page.route(/\/aps\/task\/queryPage\?.*box=open/, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [at, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const records = cards.slice((at - 1) * limit, at * limit)
    await route.fulfill({ json: { code: 200, msg: '', data: { records, recordTotal: cards.length } } })
  })
  await page.locator('.task-boxes label').filter({ hasText: inbox.boxes.open }).click()
  const shown = page.locator('.task-card')
  await expect(shown).toHaveCount(20)
  cards = cards.slice(1)
  await page.getByRole('button', { name: anyOf(texts.page.phone.showMore) }).click()
  await expect(shown.filter({ hasText: 'CARD140' })).toBeVisible()
  await expect(shown.filter({ hasText: 'CARD120' })).toBeVisible()
  await expect(shown).toHaveCount(40)
})
