import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { field, pick, submitButton } from './desk.ts'
import { arrive, expectToast, type Person } from './person.ts'
import * as phone from './phone.ts'
import type { Arranged } from './schemes.ts'
import { anyOf, filled } from './texts.ts'

// Documents of schemes on desktop and phone: all eleven are written, submitted and decided in the same way.

export interface Cell {
  readonly column: string
  readonly value: string
  /** Chosen from a list, and not typed. */
  readonly isChoice?: true
}

/** Chooses in the header, by a part of the option's text. */
export async function choose({ page }: Person, label: string, code: string): Promise<void> {
  await pick(page, field(page, label), code)
}

/** A day as the picker takes it from the keyboard. */
export async function fillDay({ page }: Person, label: string, day: string): Promise<void> {
  const control = page.getByLabel(label)
  await control.fill(day)
  await control.press('Enter')
}

/** Writes one line by keyboard, cell after cell. */
export async function writeLine(person: Person, row: number, cells: readonly Cell[]): Promise<void> {
  const { page, texts } = person
  // Further tables have a button of their own below it.
  await page.getByRole('button', { name: texts.page.sheet.addLine }).first().click()
  for (const { column, value, isChoice } of cells) {
    const name = filled(texts.page.sheet.cell, { column, row })
    const editor = page.getByRole(isChoice ? 'combobox' : 'textbox', { name })
    const gridcell = page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
    // A choice has moved on to the next cell and opened it.
    await expect(editor.or(gridcell).first()).toBeVisible()
    if (!(await editor.isVisible())) await gridcell.click()
    if (isChoice) await pick(page, editor, value)
    else {
      await editor.fill(value)
      await page.keyboard.press('Tab')
    }
  }
}

/** Attaches a photograph that has not been uploaded before. */
export async function attach({ page }: Person): Promise<void> {
  const name = `notice-${randomInt(1e9)}.png`
  await page
    .locator('.attachments input[type=file], input[type=file]')
    .first()
    .setInputFiles({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(writePng(4, 4, () => [randomInt(255), randomInt(255), randomInt(255)])),
    })
  // While it is on its way it cannot be opened yet, and nothing is submitted.
  await expect(page.locator('button.file-open').filter({ hasText: name })).toBeVisible()
}

/** Submits at the desk; answers what came of it. */
export async function submitAtDesk(person: Person, { pages }: AnyDocument): Promise<Arranged> {
  const { page, texts } = person
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL((url) => url.href.includes(`${pages.pc}&formInstanceId=`))
  const formInstanceId = new URL(page.url()).searchParams.get('formInstanceId') ?? ''
  const number = page.locator('h1 .code:visible')
  await expect(number).toHaveText(/^S[A-Z]\d+$/)
  return { no: (await number.textContent()) ?? '', formInstanceId }
}

export async function noSidewaysScroll({ page }: Person): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, 'nothing stands beyond the right edge').toBeLessThanOrEqual(0)
}

interface Decided {
  readonly browser: Parameters<typeof arrive>[0]
  readonly origin: string
  readonly document: AnyDocument
  readonly acted: Arranged
  /** The amount, as it is shown. */
  readonly amount: string | RegExp
  /** Looks at the page before the decision. */
  readonly look?: (person: Person) => Promise<void>
}

/** The first approver opens it on a phone, in Chinese, and approves. */
export async function decideOnPhone({ browser, origin, document, acted, amount, look }: Decided): Promise<void> {
  const asked = await companyAt(origin).asked(document, acted.formInstanceId)
  if (!asked) throw new Error(`nobody is asked to decide on ${acted.no}`)
  const address = `${document.pages.mobile}&formInstanceId=${acted.formInstanceId}`
  const person = await arrive(browser, asked, address, { width: 'phone', language: 'zh' })
  await expect(person.page.locator('.summary-head')).toContainText(acted.no)
  await expect(person.page.locator('.summary-amount')).toContainText(amount)
  await noSidewaysScroll(person)
  await look?.(person)
  await phone.decide(person, 'agree', '同意')
}
