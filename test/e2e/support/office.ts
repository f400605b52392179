import { type Browser, expect, type Page } from '@playwright/test'
import type { Language } from '#kernel/base/i18n/language.ts'
import { arrive, type Person, sitDown, type Theme } from './person.ts'
import type { Pictured } from '../pictures/pictured.ts'
import { quiet } from './network-quiet.ts'

export interface Look {
  readonly theme: Theme
  readonly language: Language
}

/** Colours come from the theme and words from the language: two looks meet all four. */
export const LOOKS: readonly [Look, Look] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh' },
]

export const nameOf = ({ theme, language }: Look) => `${theme}-${language}`

/** Someone signed in for each account, width and look; a page opens in a tab of its own, as in an office. */
export class Office {
  private readonly people = new Map<string, Promise<Person>>()
  private readonly browser: Browser
  private readonly origin: string

  constructor(browser: Browser, origin: string) {
    this.browser = browser
    this.origin = origin
  }

  /** A new tab that shows the page in the wanted state. The caller closes it. */
  async open(picture: Pictured, look: Look, before?: (page: Page) => Promise<void>): Promise<Person> {
    const person = await this.enter(picture, look)
    const { page } = person
    try {
      await before?.(page)
      await picture.arrange?.(person)
      await page.goto(this.origin + (await picture.address(this.origin)))
      await expect(page.locator(picture.settled).first()).toBeVisible({ timeout: 20_000 })
      await quiet(page)
      if (picture.act) {
        await picture.act(person)
        await quiet(page)
      }
      return person
    } catch (error) {
      await page.close()
      throw error
    }
  }

  private async enter({ account, width, isStranger }: Pictured, look: Look): Promise<Person> {
    const at = { ...look, width }
    if (isStranger) return sitDown(this.browser, account, at)
    const key = JSON.stringify([account, at])
    const home = width === 'phone' ? '/tasks/mobile' : '/index'
    const person = this.people.get(key) ?? arrive(this.browser, account, this.origin + home, at)
    this.people.set(key, person)
    const known = await person
    return { ...known, page: await known.context.newPage() }
  }
}
