import { expect, type Page, test } from '@playwright/test'
import { SIZES } from './support/person.ts'
import { builtKit } from './support/kit.ts'

test.describe.configure({ mode: 'default' })
test.use({ hasTouch: true, viewport: SIZES.phone })
const { open } = builtKit()

const PULL = '/sample/mobile/pull'
const PULL_CALL = '**/aps/sample/pull'
const TOP = { x: 200, y: 100 }

/** Opens the page, and waits until it is drawn: until then no finger would be followed. */
async function openPull(page: Page): Promise<readonly string[]> {
  const faults = await open(page, PULL)
  await page.locator('.pull-head').waitFor({ state: 'attached' })
  return faults
}

/** Moves the fingers of one touch from point to point, in steps as a screen reports them; they stay on the screen. */
async function touch(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (...points: { x: number; y: number }[]) => send('touchStart', points),
    async move(by: { x: number; y: number }, steps = 10) {
      for (let step = 1; step <= steps; step += 1)
        await send('touchMove', [{ x: TOP.x + (by.x * step) / steps, y: TOP.y + (by.y * step) / steps }])
    },
    up: () => send('touchEnd', []),
  }
}

/** The phases that the pull area goes through from now on, returned as a growing list. */
const phasesOf = (page: Page) =>
  page.evaluateHandle(() => {
    const seen: string[] = []
    const head = document.querySelector<HTMLElement>('.pull-head')
    const options = { attributes: true, attributeFilter: ['data-phase'] }
    if (head) new MutationObserver(() => seen.push(head.dataset['phase'] ?? '')).observe(head, options)
    return seen
  })

test('a page that is pulled down far enough reloads once, and a shorter pull reloads nothing', async ({ page }) => {
  const faults = await openPull(page)
  const head = page.locator('.pull-head')
  const finger = await touch(page)
  await finger.down(TOP)
  await finger.move({ x: 0, y: 60 })
  await expect(head).toHaveAttribute('data-phase', 'pulled')
  await finger.up()
  await expect(head).toHaveAttribute('data-phase', 'still')
  await expect(page.getByText('Reads: 0')).toBeVisible()
  await finger.down(TOP)
  await finger.move({ x: 0, y: 160 })
  await expect(head).toHaveAttribute('data-phase', 'far')
  await finger.up()
  await expect(page.getByText('Reads: 1')).toBeVisible()
  await expect(head).toHaveAttribute('data-phase', 'still')
  await expect(page.getByText('Reads: 1')).toBeVisible()
  expect(faults).toEqual([])
})

test('a finger that moves sideways or up, or trembles, does not pull the page down', async ({ page }) => {
  await openPull(page)
  const phases = await phasesOf(page)
  const finger = await touch(page)
  for (const by of [
    { x: 120, y: 40 },
    { x: 0, y: -80 },
    { x: 1, y: 4 },
  ]) {
    await page.evaluate(() => scrollTo(0, 0))
    await finger.down(TOP)
    await finger.move(by)
    await finger.up()
  }
  expect(await phases.jsonValue()).toEqual([])
})

test('a second finger ends a pull without a reload', async ({ page }) => {
  await openPull(page)
  const head = page.locator('.pull-head')
  const finger = await touch(page)
  await finger.down(TOP)
  await finger.move({ x: 0, y: 160 })
  await expect(head).toHaveAttribute('data-phase', 'far')
  await finger.down({ x: TOP.x, y: TOP.y + 160 }, { x: 300, y: 300 })
  await expect(head).toHaveAttribute('data-phase', 'still')
  await finger.up()
  await expect(page.getByText('Reads: 0')).toBeVisible()
})

test('a reload by pull that fails is not reported as done, and the next pull reloads again', async ({ page }) => {
  await openPull(page)
  let fails = true
  await page.route(PULL_CALL, (route) =>
    fails
      ? route.fulfill({ status: 500, json: { code: 500, msg: 'down' } })
      : route.fulfill({ json: { code: 200, msg: '', data: null } }),
  )
  const phases = await phasesOf(page)
  const head = page.locator('.pull-head')
  const finger = await touch(page)
  const pull = async () => {
    await finger.down(TOP)
    await finger.move({ x: 0, y: 160 })
    await finger.up()
  }
  await pull()
  await expect(head).toHaveAttribute('data-phase', 'still')
  expect(await phases.jsonValue()).not.toContain('done')
  fails = false
  await pull()
  await expect(page.getByText('Reads: 1')).toBeVisible()
})
