import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { records as people } from '#areas/personnel/records/records.en.ts'
import { person } from '#areas/personnel/records/person.record.ts'
import { storeAssignment } from '#areas/personnel/records/store-assignment.record.ts'
import { budgetLists as linesZh } from '#areas/budget/budget-line/lists.zh.ts'
import { ownStore } from '#areas/store/own-store/own-store.en.ts'
import { OWN_STORE } from '#areas/store/own-store/own-store.ts'
import { records as labels } from '#areas/store/records/records.en.ts'
import { records as labelsZh } from '#areas/store/records/records.zh.ts'
import { storeImage } from '#areas/store/records/store-image.record.ts'
import { store } from '#areas/store/records/store.record.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { daySheet } from '#kernel/web/console/phone/form/locale/day-sheet.zh.ts'
import { faultsOf } from './pictures/axe.ts'
import { pick } from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')
const map = (page: Page) => page.getByRole('application')
const tile = writePng(256, 256, (x, y) => (x < 2 || y < 2 ? [150, 170, 190] : [226, 234, 240]))

test('stores of the filtered list are shown on a map with and without tiles, and open by keyboard', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'in.channel', `${store.page}?shape=map&keyword=ST-IN-000`)
  await expect(map(page)).toBeVisible()
  await expect(page.getByText(filled(kit.map.count, { count: 9 }))).toBeVisible()
  await expect(page.locator('.map-lines text').first()).toBeAttached()
  await expect(page.locator('.map-tiles')).toHaveCount(0)
  // All nine are in one town: zooms in until one stands alone.
  const points = page.locator('.map-point')
  await expect(async () => {
    if ((await points.count()) === 0) await map(page).press('+')
    expect(await points.count()).toBeGreaterThan(0)
  }).toPass()
  await points.first().press('Enter')
  await expect(drawer(page)).toContainText('ST-IN-000')
  await page.keyboard.press('Escape')

  await page.route('**/aps/map/settings', (route) =>
    route.fulfill({
      json: { code: 200, msg: '', data: { tilesUrl: '/tiles/{z}/{x}/{y}.png', attribution: 'Tiles of the test' } },
    }),
  )
  await page.route('**/tiles/*/*/*.png', (route) => route.fulfill({ body: tile, contentType: 'image/png' }))
  await page.reload()
  await expect(page.locator('.map-tiles img').first()).toBeVisible()
  await expect(page.getByText('Tiles of the test')).toBeVisible()
})

test('a new photo on a phone begins with the only store of the person and offers the camera', async ({ browser }) => {
  const { fields } = labels.storeImage
  for (const address of [`${storeImage.page}?record=new`, `${storeImage.phonePage}?form=new`]) {
    const { page } = await arrive(browser, 'in.store', address, { width: 'phone' })
    await expect(page.getByText('ST-IN-0001').first()).toBeVisible()
    // A button that opens the calendar on the phone's page, and a field on the other.
    if (address.startsWith(storeImage.phonePage))
      await expect(page.getByRole('button', { name: new RegExp(`^${fields.takenAt}`) })).toContainText(
        /\d{4}-\d\d-\d\d/,
      )
    else await expect(page.getByLabel(fields.takenAt).first()).not.toHaveValue('')
    await expect(page.locator('.image-button').filter({ hasText: kit.image.camera })).toBeVisible()
    await expect(page.getByText(kit.image.drop)).toHaveCount(0)
    const here = await page.getByRole('button', { name: kit.place.here }).boundingBox()
    const latitude = await page.getByLabel(fields.latitude).boundingBox()
    expect(here?.y).toBeLessThan(latitude?.y ?? 0)
  }
})

test('a store manager finds their store in the menu, with its images and a new one of it, at both widths', async ({
  browser,
}) => {
  const images = labels.storeImage
  for (const width of ['phone', 'desktop'] as const) {
    const isPhone = width === 'phone'
    const { page, texts } = await arrive(browser, 'in.store', '/index', { width })
    if (isPhone) await page.getByRole('button', { name: texts.page.shell.menu }).tap()
    await page.locator('nav').getByRole('link', { name: ownStore.title, exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(`${isPhone ? OWN_STORE.mobile : OWN_STORE.pc}$`))
    await expect(page.getByRole('heading', { level: 1, name: ownStore.title })).toBeVisible()
    await expect(page.locator('.own-store dl')).toContainText('ST-IN-0001')
    const shown = page.getByRole('region', { name: ownStore.images })
    await expect(shown.locator('time').first()).toBeVisible()
    const taken = await shown.locator('time').allTextContents()
    expect(taken).toEqual(taken.toSorted().toReversed())
    await shown.locator('.small-picture').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.keyboard.press('Escape')
    await shown.getByRole('link', { name: ownStore.newImage }).click()
    await expect(page.getByText('ST-IN-0001').filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('.image-button').filter({ visible: true }).first()).toBeVisible()
    // The entry of the menu for all images names none of them.
    await page.goto(isPhone ? storeImage.phonePage : storeImage.page)
    await expect(page.getByRole('heading', { level: 1, name: images.title })).toBeVisible()
    await expect(page.getByText('ST-IN-0001').filter({ visible: true }).first()).toBeVisible()
    if (isPhone) await expect(page.locator('.list-card .small-picture img').first()).toBeVisible()
  }
})

test('a photo of a store is taken on a phone at its place and rejected by another person with a reason', async ({
  browser,
}) => {
  const place = { latitude: 28.61, longitude: 77.2 }
  const uploader = await arrive(browser, 'in.store', `${storeImage.phonePage}?form=new&storeCode=ST-IN-0001`, {
    width: 'phone',
  })
  const { page, context } = uploader
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(place)
  await page.getByRole('radio', { name: labels.storeImage.options.type.display }).check()
  const photo = {
    name: 'IMG_1.png',
    mimeType: 'image/png',
    buffer: writePng(90, 60, (x, y) => [x * 2, y * 4, productNow().getTime() % 250]),
  }
  // After a refused file the next one is taken at once.
  await page
    .locator('input[type=file][capture]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(page.locator('.image-control').getByRole('alert')).toBeVisible()
  await page.locator('input[type=file][capture]').setInputFiles(photo)
  await expect(page.locator('button').filter({ hasText: kit.image.replace })).toBeVisible()
  await page.getByRole('button', { name: kit.place.here }).click()
  const latitude = page.getByLabel(labels.storeImage.fields.latitude)
  await expect(latitude).toHaveValue('28.610000')
  await page.getByLabel(labels.storeImage.fields.note).fill('Beside the door')
  // A phone drops the page while another application is open, and loads it again: the photo is still there, too.
  await page.reload()
  await expect(latitude).toHaveValue('28.610000')
  await expect(page.getByLabel(labels.storeImage.fields.note)).toHaveValue('Beside the door')
  await expect(page.getByRole('radio', { name: labels.storeImage.options.type.display })).toBeChecked()
  await expect(page.locator('.small-picture img')).toBeVisible()
  await page.getByRole('button', { name: kit.save }).click()
  await expect(page.getByText(labels.storeImage.options.result.pending).first()).toBeVisible()
  await expect(page.getByRole('button', { name: labels.storeImage.audit.pass })).toHaveCount(0)

  const auditor = await arrive(browser, 'in.manager', new URL(page.url()).pathname + new URL(page.url()).search, {
    width: 'phone',
  })
  await auditor.page.getByRole('button', { name: labels.storeImage.audit.reject }).click()
  await auditor.page.getByLabel(labels.storeImage.audit.reason).fill('Too dark')
  await auditor.page.getByRole('button', { name: labels.storeImage.audit.reject }).click()
  await expectToast(auditor.page, labels.storeImage.audit.rejected)
  await expect(auditor.page.locator('.image-audit')).toContainText('Too dark')
})

test('a person is assigned to one store at a time and leaves it on resigning', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^409 .*\/storeAssignment\/create/)
  const code = `E7${productNow().getTime().toString(36).toUpperCase()}`
  const values = {
    code,
    nameZh: '测试促销员',
    nameEn: 'Test promoter',
    jobType: 'fullTime',
    jobTitleCode: 'PROMOTER',
    organisationCode: 'IN-IN',
    employedOn: '2025-01-01',
  }
  const made = await companyAt(origin).call<{ record: { id: string; version: number; values: object } }>(
    'in.channel',
    `${person.api}/create`,
    { values },
  )
  const { page } = await arrive(browser, 'in.channel', `${person.page}?record=${made.record.id}`)
  const { fields, label } = people.storeAssignment
  const add = async (storeCode: string): Promise<void> => {
    await drawer(page)
      .getByRole('link', { name: filled(kit.new, { label }) })
      .click()
    const form = page.getByRole('dialog', { name: filled(kit.new, { label }), exact: true })
    await expect(form.getByText(code).first()).toBeVisible()
    await pick(page, form.getByLabel(fields.storeCode), storeCode)
    await form.getByLabel(fields.fromDay).fill('2025-02-01')
    await form.getByRole('button', { name: kit.save }).click()
  }
  await add('ST-IN-0011')
  await expectToast(page, kit.saved)
  await page.goto(`${person.page}?record=${made.record.id}`)
  await expect(drawer(page)).toContainText(people.storeAssignment.title)
  await add('ST-IN-0012')
  await expect(drawer(page).getByRole('alert').first()).toContainText('ST-IN-0011')
  await companyAt(origin).call('in.channel', `${person.api}/update`, {
    id: made.record.id,
    version: made.record.version,
    values: { ...made.record.values, resignedOn: '2025-06-30' },
  })
  await page.goto(`${storeAssignment.page}?personCode=${code}`)
  await expect(page.locator('tbody tr').first()).toContainText('2025-06-30')
})

test('a day on the desktop is typed or chosen in the language of the reader, and cleared', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.budget', '/budget/pc/overview?idcCode=IN', { language: 'zh' })
  const asOf = page.getByLabel(linesZh.asOfDay)
  const given = () => new URL(page.url()).searchParams.get('asOf')
  await asOf.fill('2026-3-9')
  await asOf.press('Enter')
  await expect.poll(given).toBe('2026-03-09')
  await asOf.blur()
  await asOf.click()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar).toContainText('2026年')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(asOf).toHaveValue('2026-03-09')
  await page.locator('.ant-picker').filter({ has: asOf }).hover()
  await page.locator('.ant-picker-clear').click()
  await expect.poll(given).toBeNull()
})

test('Escape closes the calendar of a drawer before the drawer, and a time is typed with its day', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'in.store', storeImage.page)
  await page.getByRole('button', { name: filled(kit.new, { label: labels.storeImage.label }) }).click()
  const form = page.locator('dialog.dialog-drawer[open]')
  const at = form.getByLabel(labels.storeImage.fields.takenAt)
  await at.click()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(form).toBeVisible()
  await at.fill('2026-03-09 14:05')
  await at.press('Tab')
  await expect(at).toHaveValue('2026-03-09 14:05')
})

test('a day with its time is chosen on the phone in a calendar that axe finds nothing wrong with', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'in.store', `${storeImage.phonePage}?form=new&storeCode=ST-IN-0001`, {
    width: 'phone',
    language: 'zh',
  })
  const label = labelsZh.storeImage.fields.takenAt
  const row = page.getByRole('button', { name: new RegExp(`^${label}`) })
  await row.tap()
  const sheet = page.getByRole('dialog', { name: label })
  await expect(sheet).toBeVisible()
  expect(await faultsOf(page, 'the calendar', { part: 'dialog.sheet' })).toEqual([])
  await sheet.getByRole('button', { name: /^选择年月/ }).tap()
  await sheet.getByRole('button', { name: '2025', exact: true }).tap()
  await sheet.getByRole('button', { name: '3月', exact: true }).tap()
  const day = sheet.getByRole('button', { name: '2025-03-09' })
  expect((await day.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await day.tap()
  await sheet.getByRole('group', { name: daySheet.hour }).getByRole('button', { name: '14' }).tap()
  await sheet.getByRole('group', { name: daySheet.minute }).getByRole('button', { name: '05' }).tap()
  await sheet.getByRole('button', { name: daySheet.done }).tap()
  await expect(sheet).toBeHidden()
  await expect(row).toContainText('2025-03-09 14:05')
})
