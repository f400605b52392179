import { type Browser, expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type Application, amountIn, applicationOf, type Line, shown, totalOf, tsvOf } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, type Person, sitDown, signIn, type Width } from './support/person.ts'
import { test } from './support/test.ts'
import * as phone from './support/phone.ts'
import { downloadTemplate, fillTemplate } from './support/workbook.ts'

/** The route of a grant in India, step by step. */
const APPROVERS = ['in.manager', 'in.regfinance', 'in.rsd', 'hq.budget'] as const

interface Story {
  readonly name: string
  readonly language: Language
  /** The width at which it is raised, and the one at which each approver decides. */
  readonly raisedOn: Width
  readonly decidedOn: readonly Width[]
  readonly application: Application
  readonly enter: (person: Person, application: Application) => Promise<void>
}

async function typed(person: Person, { lines }: Application): Promise<void> {
  for (const [index, line] of lines.entries()) await desk.typeLine(person, index + 1, line)
}

async function pasted(person: Person, { lines }: Application): Promise<void> {
  await desk.pasteLines(person, tsvOf(lines))
}

async function uploaded(person: Person, { lines }: Application): Promise<void> {
  const workbook = await fillTemplate(await downloadTemplate(person), lines)
  await desk.upload(person, 'lines.xlsx', workbook)
  await expect(person.page.getByRole('grid').getByRole('row')).toHaveCount(lines.length + 1)
}

async function tapped(person: Person, { lines }: Application): Promise<void> {
  for (const [index, line] of lines.entries()) await phone.addLine(person, index + 1, line)
}

function line(project: string, businessType: string, productLine: string, amount: string): Line {
  return { project, businessType, productLine, amount }
}

const typedStory: Story = {
  name: 'typed on the desktop, approved on desktop and phone, in English',
  language: 'en',
  raisedOn: 'desktop',
  decidedOn: ['desktop', 'phone', 'desktop', 'desktop'],
  application: applicationOf({
    department: 'BD01',
    reason: 'Sell-out rebate for December',
    lines: [line('PJ-IN-01', 'S0102', 'PH10', '120000'), line('PJ-IN-02', 'S0301', 'PH20', '35000.50')],
  }),
  enter: typed,
}

/** Their lines come from elsewhere. */
const prepared: readonly Story[] = [
  {
    name: 'from a workbook on the desktop, approved on the desktop, in Chinese',
    language: 'zh',
    raisedOn: 'desktop',
    decidedOn: ['desktop', 'desktop', 'desktop', 'desktop'],
    application: applicationOf({
      department: 'BD02',
      reason: '十二月门店装修',
      lines: [line('PJ-IN-01', 'S0301', 'PH30', '88000.25'), line('PJ-IN-02', 'S0302', 'PH30', '12000')],
    }),
    enter: uploaded,
  },
  {
    name: 'pasted on the desktop, approved on the phone, in Chinese',
    language: 'zh',
    raisedOn: 'desktop',
    decidedOn: ['phone', 'phone', 'phone', 'desktop'],
    application: applicationOf({
      department: 'BD03',
      reason: '节日季推广',
      lines: [line('PJ-IN-01', 'S0603', 'PH20', '45000'), line('PJ-IN-02', 'S0501', 'PH40', '5000.75')],
    }),
    enter: pasted,
  },
]

const onPhones: readonly Story[] = [
  {
    name: 'raised and approved on the phone, in English',
    language: 'en',
    raisedOn: 'phone',
    decidedOn: ['phone', 'phone', 'phone', 'phone'],
    application: applicationOf({
      department: 'BD04',
      pool: 'PP02',
      reason: 'Key stores before the festival',
      lines: [line('PJ-IN-02', 'S0302', 'PH30', '64000.10')],
    }),
    enter: tapped,
  },
  {
    name: 'raised and approved on the phone, in Chinese',
    language: 'zh',
    raisedOn: 'phone',
    decidedOn: ['phone', 'phone', 'phone', 'phone'],
    application: applicationOf({
      department: 'BD06',
      pool: 'PP02',
      reason: '节前核心门店升级',
      lines: [line('PJ-IN-01', 'S0303', 'PH50', '31000')],
    }),
    enter: tapped,
  },
]

// Each run has both languages and both widths; `npm run soak` tells all of them.
for (const story of [typedStory, ...variantsOfThisRun('prepared', prepared), ...variantsOfThisRun('phone', onPhones)]) {
  test(`a grant becomes budget: ${story.name}`, async ({ browser }) => {
    const { application, language } = story
    const [first] = application.lines
    if (!first) throw new Error('a story needs a line')
    const drafter = await sitDown(browser, 'in.channel', { width: 'desktop', language })
    await signIn(drafter, desk.listAddress(application, first))
    const before = await budgetOf(drafter, first)

    const no = await raise(browser, story, drafter)
    for (const [step, account] of APPROVERS.entries()) {
      await approve(browser, account, story.decidedOn[step] ?? 'desktop', language, no)
    }

    await expectGranted(drafter, story, before, no)
  })
}

interface BudgetShown {
  readonly current: number
  readonly available: number
}

/** Amounts of the budget line in the list on screen; nothing where the line does not exist yet. */
async function budgetOf({ page, texts }: Person, line: Line): Promise<BudgetShown> {
  const { buckets } = texts.budget.page
  await expect(page.locator('.pager-total')).toHaveText(/\d/)
  const row = desk.rowWith(page, [line.businessType])
  if ((await row.count()) === 0) return { current: 0, available: 0 }
  const amount = async (title: string): Promise<number> =>
    amountIn((await (await desk.under(page, row, title)).textContent()) ?? '')
  return { current: await amount(buckets.current), available: await amount(buckets.available) }
}

async function raise(browser: Browser, story: Story, atDesk: Person): Promise<string> {
  const { application, language } = story
  const total = shown(totalOf(application.lines))
  if (story.raisedOn === 'phone') {
    const by = await arrive(browser, 'in.channel', '/budget/mobile/country/apply?applyType=grant&idcCode=IN', {
      width: 'phone',
      language,
    })
    await phone.fillHeader(by, application)
    await story.enter(by, application)
    await expect(by.page.locator('.action-bar-total')).toContainText(total)
    return await phone.submit(by)
  }
  await desk.startGrant(atDesk)
  await desk.fillHeader(atDesk, application)
  await story.enter(atDesk, application)
  await expect(atDesk.page.locator('.sheet-foot')).toContainText(total)
  return (await desk.submit(atDesk)).no
}

async function approve(browser: Browser, account: string, width: Width, language: Language, no: string): Promise<void> {
  const address = width === 'phone' ? '/tasks/mobile' : '/index'
  const approver = await arrive(browser, account, address, { width, language })
  const opinion = approver.texts.page.approval.phraseChecked
  const at = width === 'phone' ? phone : desk
  await at.openTask(approver, no)
  await at.decide(approver, 'agree', opinion)
  await approver.context.close()
}

/** The list shows the new amounts, and the number leads to the posting that brought it. */
async function expectGranted(person: Person, { application }: Story, before: BudgetShown, no: string): Promise<void> {
  const [line] = application.lines
  if (!line) return
  const { page, texts } = person
  const { buckets, postingActions } = texts.budget.page
  await page.goto(desk.listAddress(application, line))
  const row = desk.rowWith(page, [line.businessType])
  await expect(row).toHaveCount(1)
  const amount = Number(line.amount)
  await expect(await desk.under(page, row, buckets.current)).toHaveText(shown(before.current + amount))
  await expect(await desk.under(page, row, buckets.available)).toHaveText(shown(before.available + amount))

  await (await desk.under(page, row, buckets.available)).getByRole('button').click()
  const posting = page.getByRole('dialog').locator('tbody tr').filter({ hasText: no })
  await expect(posting).toHaveCount(1)
  await expect(posting).toContainText(postingActions.approve)
  await expect(posting).toContainText(shown(amount))
}
