import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type AnyRecord, formFields } from '#kernel/engine/record/definition.ts'
import { en } from '#kernel/engine/record/locale/record.en.ts'
import { zh } from '#kernel/engine/record/locale/record.zh.ts'
import { areas } from '#app/areas.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { hasItsTurn, partOfThisRun } from '#test/helpers/rotation.ts'
import { rows } from './support/list.ts'
import { arrive, type Width } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

// Every record in one sitting: a page that cannot be drawn, a text that is missing, a field that was forgotten. All are drawn by the same kit, so a run
// looks at one half of them on the desktop and at the other on a phone; `npm run soak` looks at all.

const HALVES = 2
const half = partOfThisRun('VARIANT_PART', HALVES)

/** The records of every area, as the area names them, whose turn it is at this width. */
async function recordsAt(width: Width): Promise<readonly AnyRecord[]> {
  const part = half === 'all' ? half : (half + Number(width === 'phone')) % HALVES
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/areas/*/records/*-records.ts', { cwd: root })
  const lists = files.map((file) => import(join(root, file)) as Promise<{ readonly records: readonly AnyRecord[] }>)
  return (await Promise.all(lists))
    .flatMap(({ records }) => records)
    .filter(({ name }) => hasItsTurn(name, part, HALVES))
}

interface OwnTexts {
  readonly title: string
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
}

function textsOf({ area, name }: AnyRecord, language: Language): OwnTexts {
  const texts = areas.find((each) => each.name === area)?.texts[language].records?.[name]
  if (!texts) throw new Error(`no texts for ${name}`)
  return texts as OwnTexts
}

const labelsOf = (of: object, texts: OwnTexts['fields']) => Object.keys(of).map((name) => texts[name] ?? name)

/** A missing text is shown as its path: `budget.records.project.fields.code`. */
const NO_TEXT = /\b[a-z]\w*(?:\.\w+)*\.(?:fields|options|states|uses|records)\.\w+/

function missingOf(shown: string, wanted: readonly string[]): readonly string[] {
  return [...wanted.filter((text) => !shown.includes(text)), ...(NO_TEXT.exec(shown) ?? [])]
}

interface First {
  readonly id: string
  readonly name: string
}

async function firstOf(origin: string, { api }: AnyRecord): Promise<First> {
  const { records } = await companyAt(origin).call<{ records: readonly First[] }>('admin', `${api}/queryPage`, {
    limit: 10,
  })
  const [first] = records
  if (!first) throw new Error(`the demonstration company has none: ${api}`)
  return first
}

test('a record has its list, page and form in Chinese', async ({ browser, origin }) => {
  test.setTimeout(180_000)
  const { page } = await arrive(browser, 'admin', '/index', { language: 'zh' })
  const drawer = page.locator('dialog.dialog-drawer[open]')
  const faults: string[] = []
  for (const record of await recordsAt('desktop')) {
    const { title, label, fields } = textsOf(record, 'zh')
    const { id } = await firstOf(origin, record)
    await walkTo(page, `${record.page}?record=${id}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expect(drawer.locator('.facts').first()).toBeVisible()
    faults.push(...missingOf(await page.locator('body').innerText(), labelsOf(record.fields, fields)))
    await walkTo(page, `${record.page}?record=new`)
    const form = page.getByRole('dialog', { name: filled(zh.new, { label }), exact: true })
    await expect(form.locator('form')).toBeVisible()
    faults.push(
      ...missingOf(await form.innerText(), labelsOf(formFields(record, null), fields)).map(
        (each) => `${title}: ${each}`,
      ),
    )
    await walkTo(page, record.page)
    await expect(drawer).toHaveCount(0)
  }
  expect(faults).toEqual([])
})

test('a record is read on a phone in English', async ({ browser, origin }) => {
  test.setTimeout(180_000)
  const { page } = await arrive(browser, 'admin', '/tasks/mobile', { width: 'phone' })
  const faults: string[] = []
  for (const record of await recordsAt('phone')) {
    const { title, fields } = textsOf(record, 'en')
    const { id, name } = await firstOf(origin, record)
    await walkTo(page, `${record.phonePage}?id=${id}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page.getByText(en.history, { exact: true }).first()).toBeVisible()
    const shown = await page.locator('body').innerText()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    faults.push(...missingOf(shown, labelsOf(record.fields, fields)).map((each) => `${title}: ${each}`))
    if (wide) faults.push(`${title}: wider than the phone`)
  }
  expect(faults).toEqual([])
})
