import { expect } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import type { Person } from '../support/person.ts'
import { flow as flowEn } from '#kernel/base/i18n/locale/flow.en.ts'
import { flow as flowZh } from '#kernel/base/i18n/locale/flow.zh.ts'

/** A region, to go up and down from. */
export async function phoneOrganisation(origin: string): Promise<string> {
  const path = '/aps/organisation/queryPage'
  const { records } = await companyAt(origin).call<{ records: { id: string }[] }>('hq.it', path, {
    type: 'region',
    keyword: 'IN',
  })
  return `/master/mobile/organisation?id=${records[0]?.id}`
}

/** Headquarters, then the first region. */
export async function openTree({ page }: Person): Promise<void> {
  const node = page.locator('[role="treeitem"]')
  await node.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(node.nth(3)).toBeVisible()
  await node.nth(3).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[role="treeitem"][aria-level="3"]').first()).toBeVisible()
}

export async function agreeToCards({ page }: Person): Promise<void> {
  await page.locator('.phone-tools button').last().tap()
  for (const card of [0, 1]) await page.locator('.task-card').nth(card).tap()
  await page.locator('.action-bar button').last().tap()
  await expect(page.locator('.batch-opinion')).toBeVisible()
}

export async function exportAndLook({ page, texts }: Person): Promise<void> {
  await page.getByRole('button', { name: texts.page.downloads.export, exact: true }).click()
  await page.locator('.download-button').click()
  await expect(page.getByRole('dialog').locator('.download-name').first()).toBeVisible()
}

export async function expandFilters({ page }: Person): Promise<void> {
  await page.locator('.filter-bar-tools button[aria-expanded=false]').click()
}

/** Several pages open, and the menu of one. */
export async function manyTabs({ page, texts }: Person): Promise<void> {
  const menu = page.getByRole('navigation', { name: texts.page.shell.menu, exact: true })
  for (const address of ['/tasks/pc', '/index']) await menu.locator(`a[href="${address}"]`).click()
  await page.locator('.tab').nth(1).click({ button: 'right' })
  await expect(page.locator('[role=menu]')).toBeVisible()
}

export async function selectRows({ page }: Person): Promise<void> {
  const boxes = page.locator('tbody input[type=checkbox]')
  for (const row of [0, 1, 3]) await boxes.nth(row).check()
}

export const press = (keys: string) => async (person: Person) => {
  await person.page.keyboard.press(keys)
  await expect(person.page.getByRole('dialog').first()).toBeVisible()
}

/** Opens an action from the menu of an approval page, with the choice of a person. */
export function openVerb(verb: 'transfer') {
  return async ({ page, language }: Person): Promise<void> => {
    const { more, verbs } = language === 'zh' ? flowZh : flowEn
    await page.getByRole('button', { name: more, exact: true }).click()
    const entry = { name: verbs[verb], exact: true }
    await page.getByRole('menuitem', entry).or(page.getByRole('dialog').getByRole('button', entry)).click()
    await expect(page.getByRole('option').first()).toBeVisible()
  }
}

/** Some ticked, and the dialog that says what agreeing to them would do. */
export async function agreeToSome(person: Person): Promise<void> {
  await selectRows(person)
  await press('a')(person)
  await expect(person.page.locator('.batch-opinion')).toBeVisible()
}
