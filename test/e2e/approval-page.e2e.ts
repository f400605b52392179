import { documentChanges } from '#kernel/web/console/approval/locale/document-changes.en.ts'
import { verbDialog as verbDialogEn } from '#kernel/web/console/approval/verbs/locale/verb-dialog.en.ts'
import { verbDialog as verbDialogZh } from '#kernel/web/console/approval/verbs/locale/verb-dialog.zh.ts'
import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { flow as flowEn } from '#kernel/base/i18n/locale/flow.en.ts'
import { flow as flowZh } from '#kernel/base/i18n/locale/flow.zh.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, contentOf, submittedGrant } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, expectToast, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

const application = applicationOf({
  department: 'BD04',
  reason: 'Signs for new stores',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0801', productLine: 'PH40', amount: '1300' }],
})

const flowOf = ({ language }: Person) => (language === 'zh' ? flowZh : flowEn)
const addressOf = (formInstanceId: string, width: 'pc' | 'mobile' = 'pc') =>
  `/budgetCountry/${width}?formInstanceId=${formInstanceId}`

/** Opens the dialog of a verb from the menu of the bar. */
async function choose({ page }: Person, verb: string): Promise<void> {
  await page.getByRole('button', { name: flowEn.more, exact: true }).click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
}

async function pick(page: Page, account: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(account)
  await dialog.getByRole('option', { name: account }).click()
}

/** Taken back and submitted again with another reason, while others have it open. */
async function sentAgain(origin: string, formInstanceId: string, reason: string): Promise<void> {
  type Stored = { readonly id: string; readonly version: number }
  const company = companyAt(origin)
  const detail = { formInstanceId }
  const { document } = await company.call<{ document: Stored }>('in.channel', `${countryBudget.api}/detail`, detail)
  const drafter = company.as('in.channel')
  const { id, version } = await drafter.act(countryBudget, 'withdraw', { formInstanceId, version: document.version })
  await drafter.submit(countryBudget, contentOf({ ...application, reason }), { id, version })
}

test('the approval page asks for an opinion, sends back to a step, and shows both in the timeline', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^404 .*query-by-account/)
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const { verbs, outcomes, actsTo } = flowEn
  const manager = await arrive(browser, 'in.manager', addressOf(formInstanceId))
  const { page, texts } = manager
  const told = (outcome: string): string => filled(texts.page.approval.done, { no, decision: outcome })
  // What is decided on is in sight without scrolling.
  const line = await page.locator('.document-lines tbody tr').first().boundingBox()
  const bar = await page.locator('.action-bar').boundingBox()
  expect(line!.y + line!.height).toBeLessThan(bar!.y)
  await page.getByRole('button', { name: flowEn.pictureOpen }).click()
  const route = page.getByRole('dialog', { name: flowEn.picture, exact: true })
  await expect(route.locator('[aria-current=step]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(route).toBeHidden()

  await choose(manager, verbs.delegate)
  await page.getByRole('dialog').getByRole('button', { name: verbs.delegate, exact: true }).click()
  await expect(page.getByText(flowEn.missing.people)).toBeVisible()
  // Somebody who may not do it here is told from nobody.
  const people = page.getByRole('dialog').getByRole('combobox')
  const [, mayNot = ''] = verbDialogEn.picker.unavailable.split('{name}')
  for (const [account, note] of [
    ['id.finance', mayNot],
    ['id.nobody', verbDialogEn.picker.none],
  ] as const) {
    await people.fill(account)
    await expect(page.locator('.people-note')).toContainText(note)
  }
  await people.fill('')
  await pick(page, 'in.finance')
  await page.getByRole('dialog').getByRole('button', { name: verbs.delegate, exact: true }).click()
  await expectToast(page, told(outcomes.delegate))

  const asked = await arrive(browser, 'in.finance', addressOf(formInstanceId))
  await expect(asked.page.getByRole('button', { name: verbs.reject, exact: true })).toBeHidden()
  await asked.page.getByRole('textbox', { name: flowEn.opinion }).fill('The figures agree.')
  await asked.page.getByRole('button', { name: verbs.answer, exact: true }).click()
  await expectToast(asked.page, told(outcomes.answer))

  await page.goto(addressOf(formInstanceId))
  await expect(page.locator('.timeline')).toContainText('The figures agree.')
  await desk.decide(manager, 'agree', 'Agreed after the answer')

  const finance = await arrive(browser, 'in.regfinance', addressOf(formInstanceId))
  await choose(finance, verbs.return)
  const dialog = finance.page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('textbox').fill('How many signs?')
  await dialog.getByRole('button', { name: verbs.return, exact: true }).click()
  await expectToast(finance.page, told(outcomes.return))

  await page.goto(addressOf(formInstanceId))
  const timeline = page.locator('.timeline')
  await expect(timeline).toContainText(flowEn.again)
  await expect(timeline).toContainText(flowEn.voided)
  await expect(timeline).toContainText(actsTo.return.split('{to}')[0]!)
  await expect(timeline.locator('[aria-current=step]')).toHaveCount(1)
})

test('the phone page circulates a document from a sheet, and its reader comments without an action bar', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', addressOf(formInstanceId, 'mobile'), {
    width: 'phone',
    language: 'zh',
  })
  const { verbs, outcomes } = flowZh
  const told = (outcome: string): string => filled(manager.texts.page.approval.done, { no, decision: outcome })
  const bar = manager.page.getByRole('contentinfo')
  await bar.getByRole('button', { name: flowZh.more, exact: true }).click()
  await manager.page.getByRole('dialog').getByRole('button', { name: verbs.circulate, exact: true }).click()
  const sheet = manager.page.getByRole('dialog', { name: verbDialogZh.titles.circulate })
  await expect(sheet).toBeVisible()
  await pick(manager.page, 'hq.finance')
  await sheet.getByRole('button', { name: verbs.circulate, exact: true }).click()
  await expectToast(manager.page, told(outcomes.circulate))
  await expect(manager.page.locator('.timeline-copies')).toContainText(flowZh.unread)

  const reader = await arrive(browser, 'hq.finance', addressOf(formInstanceId))
  const words = flowOf(reader)
  await expect(reader.page.locator('.action-bar')).toBeHidden()
  await reader.page.getByRole('button', { name: words.verbs.comment, exact: true }).click()
  await reader.page.getByRole('dialog').getByRole('textbox').fill('Read with interest.')
  await reader.page.getByRole('dialog').getByRole('button', { name: words.verbs.comment, exact: true }).click()
  await expect(reader.page.locator('.timeline')).toContainText('Read with interest.')

  await manager.page.reload()
  await expect(manager.page.locator('.timeline-copies')).not.toContainText(flowZh.unread)
})

test('a document changed while it was open is refused with the differences and then approved', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^409 |net::ERR_FAILED \/api\/v1\/live/)
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', addressOf(formInstanceId))
  const { page, texts } = manager
  await expect(page.getByText(application.reason)).toBeVisible()
  // Without the stream of live events, which would show the newest round before the person decides.
  await page.route('**/api/v1/live', (route) => route.abort())
  await page.goto(addressOf(formInstanceId))
  await expect(page.getByText(application.reason)).toBeVisible()
  await page.getByRole('textbox', { name: flowEn.opinion }).fill('Agreed')

  await sentAgain(origin, formInstanceId, 'Signs for nine stores')

  await page.getByRole('button', { name: flowEn.verbs.approve, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: documentChanges.refusedTitle })
  await expect(dialog.locator('del')).toHaveText(application.reason)
  await expect(dialog.locator('ins')).toHaveText('Signs for nine stores')
  await dialog.getByRole('button', { name: documentChanges.reload }).click()
  await expect(page.locator('.document-facts ins')).toHaveText('Signs for nine stores')
  await expect(page.getByRole('region', { name: documentChanges.title })).toContainText(application.reason)

  // And once more: a person who has read the difference may continue without reading it all again.
  await sentAgain(origin, formInstanceId.replace(/\d+$/, '2'), 'Signs for eight stores')
  await page.getByRole('textbox', { name: flowEn.opinion }).fill('Eight are fine too')
  await page.getByRole('button', { name: flowEn.verbs.approve, exact: true }).click()
  await expect(dialog.locator('ins')).toHaveText('Signs for eight stores')
  const goOn = filled(documentChanges.goOn, { verb: flowEn.verbs.approve })
  await dialog.getByRole('button', { name: goOn, exact: true }).click()
  await expectToast(page, filled(texts.page.approval.done, { no, decision: flowEn.outcomes.approve }))
})

test("a person's own phrases are listed first, in their own order, also on the phone", async ({ browser, origin }) => {
  const { formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', addressOf(formInstanceId))
  const { page } = manager
  const write = async (phrase: string): Promise<void> => {
    await page.getByRole('dialog').getByLabel(flowEn.phraseNew, { exact: true }).fill(phrase)
    await page.getByRole('dialog').getByRole('button', { name: flowEn.phraseAdd, exact: true }).click()
  }
  await page.getByRole('button', { name: flowEn.phrasesEdit }).click()
  const dialog = page.getByRole('dialog', { name: flowEn.phrasesTitle })
  await expect(dialog).toBeVisible()
  // An earlier run may have left some.
  const remove = dialog.getByRole('button', { name: /^Delete: / })
  while ((await remove.count()) > 0) await remove.first().click()
  await write('Second to none.')
  await write('First of all.')
  await dialog.getByRole('button', { name: filled(flowEn.phraseUp, { phrase: 'First of all.' }) }).click()
  await dialog.getByRole('button', { name: flowEn.phrasesKeep, exact: true }).click()
  const phrases = page.getByRole('group', { name: manager.texts.page.approval.phrases }).getByRole('button')
  await expect(phrases.nth(0)).toHaveText('First of all.')
  await expect(phrases.nth(1)).toHaveText('Second to none.')
  await phrases.nth(0).click()
  await expect(page.getByRole('textbox', { name: flowEn.opinion })).toHaveValue('First of all.')

  const phone = await arrive(browser, 'in.manager', addressOf(formInstanceId, 'mobile'), { width: 'phone' })
  await phone.page.getByRole('contentinfo').getByRole('button', { name: flowEn.verbs.approve, exact: true }).click()
  await expect(phone.page.getByRole('dialog').getByRole('button', { name: 'First of all.' })).toBeVisible()
})

test('the approval page shows an added signer, a transfer, a nudge and a termination, and takes back the signer', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const { verbs, outcomes, missing } = flowEn
  const manager = await arrive(browser, 'in.manager', addressOf(formInstanceId))
  const told = (outcome: string): string => filled(manager.texts.page.approval.done, { no, decision: outcome })
  const send = ({ page }: Person, verb: string) =>
    page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  const press = ({ page }: Person, verb: string) => page.getByRole('button', { name: verb, exact: true }).click()

  await choose(manager, verbs.addSigner)
  await pick(manager.page, 'in.rsm')
  await send(manager, verbs.addSigner)
  await expectToast(manager.page, told(outcomes.addSigner))
  await manager.page.goto(addressOf(formInstanceId))
  await press(manager, verbs.removeSigner)
  await send(manager, verbs.removeSigner)
  await expectToast(manager.page, told(outcomes.removeSigner))

  await choose(manager, verbs.transfer)
  await pick(manager.page, 'in.tl')
  // The picked person survives a reload.
  await manager.page.reload()
  await choose(manager, verbs.transfer)
  await expect(manager.page.getByRole('dialog')).toContainText('TL, India')
  await send(manager, verbs.transfer)
  await expectToast(manager.page, told(outcomes.transfer))

  const drafter = await arrive(browser, 'in.channel', addressOf(formInstanceId))
  await press(drafter, verbs.urge)
  await send(drafter, verbs.urge)
  await expectToast(drafter.page, told(outcomes.urge))
  await expect(drafter.page.locator('.timeline [aria-current=step]')).toContainText('TL, India')

  const administrator = await arrive(browser, 'admin', addressOf(formInstanceId))
  await press(administrator, verbs.terminate)
  await send(administrator, verbs.terminate)
  await expect(administrator.page.getByText(missing.reason)).toBeVisible()
  await administrator.page.getByRole('dialog').getByRole('textbox').fill('Raised twice')
  await send(administrator, verbs.terminate)
  await expectToast(administrator.page, told(outcomes.terminate))
  await expect(administrator.page.locator('.timeline')).toContainText('Raised twice')
})

test('a half-written opinion is restored on the phone, and after the decision the next task of the list opens', async ({
  browser,
  origin,
}) => {
  // An amount that no other test uses: the list holds these two documents alone.
  const amount = String(100_000 + (productNow().getTime() % 90_000))
  const lines = application.lines.map((line) => ({ ...line, amount }))
  const older = await submittedGrant(origin, { ...application, lines })
  const newer = await submittedGrant(origin, { ...application, lines })
  const list = `/tasks/pc?sort=waiting&currency=INR&amountFrom=${amount}&amountTo=${amount}`
  const { page, texts } = await arrive(browser, 'in.manager', list)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.getByRole('link', { name: newer.no }).click()
  const box = page.getByRole('textbox', { name: flowEn.opinion })
  const kept = page.waitForResponse(/temp\/var\/update/)
  await box.fill('Half of an')
  await kept

  const address = addressOf(newer.formInstanceId, 'mobile')
  const phone = await arrive(browser, 'in.manager', address, { width: 'phone' })
  const { approve } = flowEn.verbs
  await phone.page.getByRole('contentinfo').getByRole('button', { name: approve, exact: true }).click()
  await expect(phone.page.getByRole('dialog').getByRole('textbox')).toHaveValue('Half of an')

  await page.reload()
  await expect(box).toHaveValue('Half of an')
  await box.fill('Half of an opinion, and the other half')
  const agree = page.getByRole('button', { name: approve, exact: true })
  await agree.click()
  await expect(page).toHaveURL(new RegExp(`formInstanceId=${older.formInstanceId}&`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(older.no)
  await expect(box).toHaveValue('')
  // The button is where it was for the document before: it rests until the page has been looked at.
  await expect(agree).toBeDisabled()
  const decided = page.getByRole('status').filter({ hasText: texts.page.approval.next })
  await expect(decided).toContainText(`${newer.no} ${flowEn.outcomes.approve}`)
  await expect(decided).toContainText(texts.page.approval.holder)
  await expect(decided.getByRole('link', { name: newer.no })).toBeVisible()
  await expect(agree).toBeEnabled()
})

test('the task that opens after a decision on a phone says what was decided, and its buttons rest at first', async ({
  browser,
  origin,
}) => {
  const decided = await submittedGrant(origin, application)
  const address = addressOf(decided.formInstanceId, 'mobile')
  const { page, texts } = await arrive(browser, 'in.manager', address, { width: 'phone', language: 'zh' })
  const agree = page.getByRole('contentinfo').getByRole('button', { name: flowZh.verbs.approve, exact: true })
  await agree.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('同意')
  await sheet.getByRole('button', { name: flowZh.verbs.approve, exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(agree).toBeDisabled()
  const told = page.getByRole('status').filter({ hasText: texts.page.approval.next })
  await expect(told).toContainText(`${decided.no} ${flowZh.outcomes.approve}`)
  await expect(agree).toBeEnabled()
})

for (const width of ['desktop', 'phone'] as const) {
  test(`hideDetail leaves what is decided and hides facts and lines, and a phone leads back to the tasks: ${width}`, async ({
    browser,
    origin,
  }) => {
    const { formInstanceId } = await submittedGrant(origin, application)
    const address = addressOf(formInstanceId, width === 'phone' ? 'mobile' : 'pc')
    const { page, texts } = await arrive(browser, 'in.manager', `${address}&hideDetail=1`, { width })
    await expect(page.getByText(texts.page.document.decisionFacts, { exact: true })).toBeVisible()
    const details = [
      page.getByText(application.reason),
      page.getByRole('heading', { name: texts.budget.documents.countryBudget.fields.lines }),
    ]
    for (const detail of details) await expect(detail).toHaveCount(0)
    await page.goto(address)
    for (const detail of details) await expect(detail.first()).toBeVisible()
    if (width !== 'phone') return
    await page.locator('.back-link').click()
    await expect(page).toHaveURL(/\/tasks\/mobile$/)
  })
}
