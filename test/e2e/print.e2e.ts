import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { decide } from './support/desk.ts'
import { arrive, expectToast, fillSignIn, sitDown } from './support/person.ts'
import { test } from './support/test.ts'
import { actedText } from './support/texts.ts'

// The tools of a document: its print, its link, and what a forwarded link does.

const application = applicationOf({
  department: 'BD07',
  reason: 'For the printer',
  lines: [{ project: 'PJ-IN-02', businessType: 'S0701', productLine: 'PH10', amount: '4321.5', remark: 'On paper' }],
})

const approval = (formInstanceId: string) => `/budgetCountry/pc?formInstanceId=${formInstanceId}`
const inTab = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key)

for (const language of variantsOfThisRun('print', ['en', 'zh'] as const)) {
  test(`a document is downloaded as a PDF, ${language}`, async ({ browser, origin }) => {
    const { no, formInstanceId } = await submittedGrant(origin, application)
    const { page, texts } = await arrive(browser, 'in.manager', approval(formInstanceId), { language })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts.page.print.pdf }).click(),
    ])
    await expectToast(page, texts.page.print.pdfDone)
    expect(download.suggestedFilename()).toBe(`${no}.pdf`)
    const text = (await pdfPages(await readFile(await download.path()))).map((each) => each.text).join('')
    for (const part of [no, '4,321.50', 'Onpaper', texts.kernel.print.record.replace(/\s/g, '')])
      expect(text).toContain(part)
  })
}

test('the print dialog prints the chosen parts and nothing without a choice', async ({ browser, origin }) => {
  const { formInstanceId } = await submittedGrant(origin, application)
  const { page, texts } = await arrive(browser, 'in.manager', approval(formInstanceId))
  const { print } = texts.page
  // Reads the content that the printer would get, because a test cannot operate the browser's own dialog.
  await page.evaluate(() => {
    const printed: string[] = []
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        return { focus: () => undefined, print: () => printed.push(this.title) }
      },
    })
    // Not every browser of the tests has a PDF viewer: another page takes its place in the frame.
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
      set(this: HTMLIFrameElement, address: string) {
        this.title = address
        this.srcdoc = '<p>Paper</p>'
      },
    })
    Object.assign(window, { printed })
  })
  const printed = () => page.evaluate(() => (window as unknown as { printed: readonly string[] }).printed)
  const printing = async (choose: (name: string) => Promise<void>): Promise<string> => {
    const before = (await printed()).length
    await page.getByRole('button', { name: print.print, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await choose('')
    const [request] = await Promise.all([
      page.waitForRequest(/\/pdf\?/),
      dialog.getByRole('button', { name: print.print, exact: true }).click(),
    ])
    await expect(dialog).toBeHidden()
    // The next paper waits until this one is printed.
    await expect.poll(async () => (await printed()).length).toBe(before + 1)
    return new URL(request.url()).searchParams.get('sections') ?? ''
  }
  const toggle = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name }).click()
  expect(await printing(() => Promise.resolve())).toBe('both')
  expect(await printing(() => toggle(print.content))).toBe('record')
  expect(await printing(() => toggle(print.record))).toBe('content')
  expect((await printed()).every((address) => address.startsWith('blob:'))).toBe(true)

  await page.getByRole('button', { name: print.print, exact: true }).click()
  await toggle(print.content)
  await toggle(print.record)
  await expect(page.getByRole('dialog').getByRole('button', { name: print.print, exact: true })).toBeDisabled()
})

test('a printed page is light and without its frame', async ({ browser, origin }) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  // With `type` the page has its side bar and tabs.
  const { page, texts } = await arrive(browser, 'in.manager', `${approval(formInstanceId)}&type=view`, {
    theme: 'dark',
  })
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  await page.evaluate(() => {
    const look = () => document.documentElement.dataset['theme'] ?? ''
    window.addEventListener('beforeprint', () => Object.assign(window, { whilePrinting: look() }))
  })
  const text = (await pdfPages(await page.pdf())).map((each) => each.text).join('')
  expect(await page.evaluate(() => (window as unknown as { whilePrinting: string }).whilePrinting)).toBe('light')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  expect(text).toContain('4,321.50')
  for (const frame of [texts.kernel.app.title, texts.page.tasks.title, texts.page.approval.agree]) {
    expect(text).not.toContain(frame.replace(/\s/g, ''))
  }
})

test('the address of a document is copied without personal parameters', async ({ browser, origin }) => {
  const { formInstanceId } = await submittedGrant(origin, application)
  const { page, texts, context } = await arrive(browser, 'in.manager', `${approval(formInstanceId)}&taskId=7`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: texts.page.print.copyLink }).click()
  await expectToast(page, texts.page.print.copyDone)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + approval(formInstanceId))
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: texts.page.print.copyLink }).click()
  await expectToast(page, texts.page.print.copyFailed)
})

test('a shared link opens the phone page once, for a person signed in as themselves', async ({
  browser,
  origin,
  complaints,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const sharer = await arrive(browser, 'in.manager', approval(formInstanceId))
  const [chat] = await Promise.all([
    sharer.page.waitForEvent('popup'),
    sharer.page.getByRole('button', { name: sharer.texts.page.print.share }).click(),
  ])
  await expect(chat.getByRole('heading', { name: no })).toBeVisible()
  await expect(chat.getByText(formInstanceId, { exact: true })).toBeVisible()
  const link = (await chat.locator('a.primary').getAttribute('href')) ?? ''
  expect(link).toContain(`${origin}/budgetCountry/mobile?formInstanceId=${formInstanceId}&token=share.`)

  // Nobody is signed in in the chat's own browser, and the link does not change that.
  const reader = await sitDown(browser, 'in.rsd', { width: 'phone' })
  await reader.page.goto(link)
  await fillSignIn(reader)
  await expect(reader.page.locator('.summary-head .code')).toHaveText(no)
  expect(new URL(reader.page.url()).searchParams.has('token')).toBe(false)
  expect(await inTab(reader.page, 'ttControl')).toBe('1')
  expect(await reader.page.evaluate(() => localStorage.getItem('userName'))).not.toBe(
    await sharer.page.evaluate(() => localStorage.getItem('userName')),
  )

  complaints.expect(/40[04] \((Bad Request|Not Found)\)/)
  const foreign = await sitDown(browser, 'id.manager', { width: 'phone' })
  await foreign.page.goto(link)
  await fillSignIn(foreign)
  await expect(foreign.page.getByRole('heading', { name: foreign.texts.page.denied.missing.title })).toBeVisible()
  await expect(foreign.page.getByText(no)).toHaveCount(0)
  expect(await inTab(foreign.page, 'ttControl')).toBe('0')
})

test('the phone page has the print and share tools behind one button', async ({ browser, origin }) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const { page, texts } = await arrive(browser, 'in.manager', address, { width: 'phone', language: 'zh' })
  const offerDevice = () =>
    page.evaluate(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      navigator.share = (data) => Promise.resolve(void shared.push(data ?? {}))
    })
  await offerDevice()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: texts.page.print.more }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  const [download] = await Promise.all([page.waitForEvent('download'), choose(texts.page.print.pdf)])
  expect(download.suggestedFilename()).toBe(`${no}.pdf`)
  const [chat] = await Promise.all([page.waitForEvent('popup'), choose(texts.page.print.share)])
  await expect(chat.getByRole('heading', { name: no })).toBeVisible()

  // The device shares only where no chat is configured.
  await page.route('**/permission/share', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { template: null } } }),
  )
  await page.reload()
  await offerDevice()
  await choose(texts.page.print.share)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared[0]))
    .toMatchObject({ title: expect.stringContaining(no), url: expect.stringContaining('token=share.') })
})

test('a personal chat link allows one action, and the next one asks for a sign-in and is repeated', async ({
  browser,
  origin,
  complaints,
}) => {
  const documents = [await submittedGrant(origin, application), await submittedGrant(origin, application)]
  const [first, second] = documents.map(({ formInstanceId }) => approval(formInstanceId))
  const { url } = await companyAt(origin).call<{ url: string }>('in.manager', '/api/v1/admin/permission/link', {
    url: first,
  })
  const person = await sitDown(browser, 'in.manager')
  const { page, texts } = person
  await page.goto(url)
  await decide(person, 'agree', 'By link')

  complaints.expect(/401 \(Unauthorized\)/)
  await page.goto(second ?? '')
  await page.getByRole('textbox', { name: texts.page.approval.opinion }).fill('By myself')
  await page.getByRole('button', { name: texts.page.approval.agree, exact: true }).click()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: texts.page.session.signIn }).click(),
  ])
  await fillSignIn({ ...person, page: popup })
  await expectToast(page, actedText(texts, 'approve'))
})
