import { expect, type Page } from '@playwright/test'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, savedDraft } from './support/application.ts'
import * as desk from './support/desk.ts'
import * as phone from './support/phone.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf, filled } from './support/texts.ts'

const MEGABYTE = 1024 * 1024
const LINE = { project: 'PJ-IN-01', businessType: 'S0801', productLine: 'PH30', amount: '100' }
const application = (reason: string) => applicationOf({ department: 'BD10', pool: 'PP02', reason, lines: [LINE] })
const shelf = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: writePng(1600, 900, (x, y) => [x & 255, y & 255, 180]),
})
const quote = {
  name: '报价单.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\nxref\n0 4\ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n',
  ),
}
const program = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('MZ and so on') }

const row = (page: Page, name: string) => page.locator('.file-row').filter({ hasText: name })
const stored = async (origin: string, no: string) => {
  const { document } = await companyAt(origin).call<{ document: { attachments: { name: string }[] } }>(
    'in.channel',
    '/aps/budget/country/detail',
    { no },
  )
  return document.attachments.map(({ name }) => name)
}

test('attachments are uploaded with a draft, refused, removed, viewed, and read by the approver', async ({
  browser,
  complaints,
  baseURL,
}) => {
  complaints.expect(/^400 .*\/attachment\/file\/upload/)
  const draft = await savedDraft(baseURL!, application('With a quote'))
  const drafter = await arrive(browser, 'in.channel', `/budget/pc/country/apply?type=edit&applyNo=${draft.no}`)
  const { page, texts } = drafter
  const { attachments } = texts.page
  const chooser = page.locator('.file-field input[type=file]')
  await chooser.setInputFiles([quote, shelf('shelf.png'), program])
  await expect(page.getByRole('button', { name: filled(attachments.preview, { name: '报价单.pdf' }) })).toBeVisible()
  // The row shows the name already: the reason comes without it.
  await expect(row(page, 'holiday.png').getByRole('alert')).toContainText(
    anyOf(texts.kernel.errors.attachment.disguised.slice('{name}: t'.length)),
  )
  // A file that did not get there keeps the form from going without it.
  await desk.submitButton(drafter).click()
  await expect(page.getByText(attachments.notUploaded)).toBeVisible()
  await page.getByRole('button', { name: filled(attachments.remove, { name: 'holiday.png' }) }).click()
  // A screenshot is pasted.
  await page.evaluate(
    async (bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...writePng(40, 30, () => [200, 30, 30])],
  )
  await expect(row(page, 'image.png').getByRole('button').first()).toBeVisible()
  await page.getByRole('button', { name: filled(attachments.remove, { name: 'image.png' }) }).click()
  await expect(row(page, 'image.png')).toHaveCount(0)
  await expect.poll(() => stored(baseURL!, draft.no)).toEqual(['报价单.pdf', 'shelf.png'])
  await desk.submitButton(drafter).click()
  await page.waitForURL(/formInstanceId=/)

  const approver = await arrive(browser, 'in.manager', `${new URL(page.url()).pathname}${new URL(page.url()).search}`)
  const reading = approver.page
  const opened = reading.getByRole('button', { name: filled(attachments.preview, { name: 'shelf.png' }) })
  await opened.click()
  const preview = reading.getByRole('dialog', { name: 'shelf.png' })
  await expect(preview.getByRole('img', { name: 'shelf.png' })).toBeVisible()
  const width = async () => (await preview.getByRole('img').boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(1000)
  const fitted = await width()
  await preview.getByRole('button', { name: attachments.zoomIn }).click()
  await expect.poll(width).toBeGreaterThan(fitted)
  await reading.keyboard.press('1')
  await expect.poll(width).toBe(1600)
  await preview.getByRole('button', { name: attachments.rotate }).click()
  await expect.poll(width).toBe(900)
  // The arrow keys go on to the next document, and back.
  await preview.getByRole('button', { name: attachments.rotate }).focus()
  await reading.keyboard.press('ArrowLeft')
  const paper = reading.getByRole('dialog', { name: '报价单.pdf' })
  const hasViewer = await reading.evaluate(() => navigator.pdfViewerEnabled)
  if (hasViewer) await expect(paper.locator('iframe')).toBeVisible()
  else await expect(paper.getByText(attachments.noViewer)).toBeVisible()
  const [download] = await Promise.all([
    reading.waitForEvent('download'),
    paper.getByRole('button', { name: attachments.download, exact: true }).first().click(),
  ])
  expect(download.suggestedFilename()).toBe('报价单.pdf')
  await reading.keyboard.press('Escape')
  await expect(reading.getByRole('dialog')).toHaveCount(0)
  await expect(opened).toBeFocused()
})

test('after refused uploads other calls of the page are answered at once and a good file is uploaded', async ({
  browser,
  complaints,
  baseURL,
}) => {
  complaints.expect(/^(400|413) .*\/(attachment\/file\/upload|edit\/parse)/)
  const draft = await savedDraft(baseURL!, application('With wrong photos'))
  const drafter = await arrive(browser, 'in.channel', `/budget/pc/country/apply?type=edit&applyNo=${draft.no}`)
  const { page, texts } = drafter
  const { attachment, excel, http } = texts.kernel.errors
  const chooser = page.locator('.file-field input[type=file]')
  const wrong = (name: string, bytes: number) => desk.onDisk(name, Buffer.alloc(bytes, 'A'))
  // More files than a browser has connections, each longer than the buffers between the browser and the server.
  const photos = [300_000, 600_000, 1_000_000, 1_500_000, 2_000_000, 3_000_000].map((bytes) => `${bytes}.png`)
  const paths = photos.map((name) => wrong(name, Number.parseInt(name, 10)))
  await chooser.setInputFiles([...paths, wrong('too-large.png', 21 * MEGABYTE)])
  for (const name of photos)
    await expect(row(page, name).getByRole('alert')).toContainText(
      anyOf(attachment.disguised.slice('{name}: t'.length)),
    )
  // The browser looks at this answer only after it has sent the whole file.
  await expect(row(page, 'too-large.png').getByRole('alert')).toContainText(
    filled(attachment.tooLarge, { limit: '20 MB' }),
  )
  // Lines of a workbook go to a route that reads its body in another way.
  await desk.upload(drafter, 'lines.xlsx', Buffer.alloc(3 * MEGABYTE, 'A'))
  await expectToast(page, excel.notWorkbook)
  await desk.upload(drafter, 'large.xlsx', Buffer.alloc(11 * MEGABYTE, 'A'))
  await expectToast(page, http.tooLarge)
  const slowest = await page.evaluate(async () => {
    const times = Array.from({ length: 12 }, async () => {
      const began = performance.now()
      await fetch('/livez', { signal: AbortSignal.timeout(10_000) })
      return performance.now() - began
    })
    return Math.max(...(await Promise.all(times)))
  })
  // It took 73 s before the rest of a refused body was read; a busy machine answers within a second or two.
  expect(slowest).toBeLessThan(5_000)
  await chooser.setInputFiles([shelf('good.png')])
  await expect(
    page.getByRole('button', { name: filled(texts.page.attachments.preview, { name: 'good.png' }) }),
  ).toBeVisible()
})

test('a photo is uploaded from a phone after a network failure and fills the screen', async ({
  browser,
  complaints,
  baseURL,
}) => {
  complaints.expect(/attachment\/file\/upload/)
  complaints.expect(/attachment\/file\/preview/)
  const draft = await savedDraft(baseURL!, application('From the shop'))
  const person = await arrive(browser, 'in.channel', `/budget/mobile/country/apply?type=edit&applyNo=${draft.no}`, {
    width: 'phone',
    language: 'zh',
  })
  const { page, texts } = person
  const { attachments } = texts.page
  const add = page.getByRole('button', { name: attachments.add })
  await expect(add).toBeVisible()
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.route('**/attachment/file/upload', (route) => route.abort())
  await page.locator('.file-field input[type=file]').setInputFiles(shelf('门店.png'))
  await expect(row(page, '门店.png').getByRole('alert')).toHaveText(attachments.brokenOff)
  await page.unroute('**/attachment/file/upload')
  await row(page, '门店.png').getByRole('button', { name: attachments.retry }).click()
  await expect.poll(() => stored(baseURL!, draft.no)).toEqual(['门店.png'])
  await phone.submit(person)

  await page.route('**/attachment/file/preview/url', (route) => route.abort(), { times: 1 })
  const open = page.getByRole('button', { name: filled(attachments.preview, { name: '门店.png' }) })
  await open.click()
  const preview = page.getByRole('dialog', { name: '门店.png' })
  await expect(preview.locator('.preview-message')).toContainText(attachments.previewFailed)
  await preview.locator('header').getByRole('button', { name: texts.page.common.close }).click()
  await open.click()
  await expect(preview.getByRole('img')).toBeVisible()
  expect(await preview.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await expect.poll(async () => (await preview.getByRole('img').boundingBox())?.width).toBeLessThanOrEqual(390)
})
