import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textsOf, type Texts } from './texts.ts'

export type Width = 'desktop' | 'phone'
export type Theme = 'light' | 'dark'

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export const PASSWORD = 'demo'

/** Someone at a browser of their own. */
export interface Person {
  readonly account: string
  readonly language: Language
  readonly context: BrowserContext
  readonly page: Page
  readonly texts: Texts
}

export interface At {
  readonly width?: Width
  readonly language?: Language
  readonly theme?: Theme
  /** A device in another time zone, and with a wrong clock. */
  readonly device?: { readonly zone: string; readonly time: string }
}

/** A browser without a session. */
export async function sitDown(browser: Browser, account: string, at: At = {}): Promise<Person> {
  const { width = 'desktop', language = 'en', theme = 'light', device } = at
  const context = await browser.newContext({
    viewport: SIZES[width],
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: theme,
    ...(width === 'phone' ? { hasTouch: true, isMobile: true } : {}),
    ...(device ? { timezoneId: device.zone } : {}),
  })
  const page = await context.newPage()
  if (device) await page.clock.setFixedTime(device.time)
  return { account, language, context, page, texts: textsOf(language) }
}

/** Opens an address as someone who is not signed in: over the provider's page, and back to the address. */
export async function signIn(person: Person, address = '/index', password = PASSWORD): Promise<void> {
  const { page, texts } = person
  await page.goto(address)
  await fillSignIn(person, password)
  await expect(page.getByRole('heading', { name: texts.signIn.title })).toBeHidden()
}

export async function fillSignIn(person: Person, password = PASSWORD): Promise<void> {
  const { page, texts, account } = person
  await page.getByLabel(texts.signIn.account).fill(account)
  await page.getByLabel(texts.signIn.password).fill(password)
  await page.getByRole('button', { name: texts.signIn.submit, exact: true }).click()
}

/**
 * Opens an address with a new session. The identity provider is called without rendering its page: a test that is not
 * about signing in need not spend time on it.
 */
export async function arrive(browser: Browser, account: string, address: string, at: At = {}): Promise<Person> {
  const person = await sitDown(browser, account, at)
  const { request } = person.context
  // Where no product is given, as for pictures, the address names it.
  const origin = URL.canParse(address) ? new URL(address).origin : ''
  const returnTo = encodeURIComponent(address.slice(origin.length))
  const form = await request.get(`${origin}/api/v1/auth/authorize?returnTo=${returnTo}`)
  const back = await request.post(form.url(), { form: { account, password: PASSWORD } })
  if (!new URL(back.url()).searchParams.has('token')) throw new Error(`${account} was not signed in: ${back.url()}`)
  await person.page.goto(back.url())
  await expect(person.page.getByRole('heading', { name: person.texts.signIn.title })).toBeHidden()
  return person
}

export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('.toast').filter({ hasText: text }).first()).toBeVisible()
}

/** No message covers what stays in its place and is pressed: bars, tabs, and the buttons of a head. */
export async function expectNothingCovered(page: Page): Promise<void> {
  const covered = () =>
    page.evaluate(() => {
      const stays = [...document.querySelectorAll('a[href], button, input, summary')].filter((element) => {
        if (element.closest('.toasts')) return false
        for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
          if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
        return element.closest('.tab-strip, .top-bar, .phone-head') !== null
      })
      const boxes = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
      const meets = (a: DOMRect, b: DOMRect) =>
        b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      return stays
        .filter((element) => boxes.some((box) => meets(box, element.getBoundingClientRect())))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent)
    })
  await expect.poll(covered).toEqual([])
}
