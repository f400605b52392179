import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import { createFromRecipe } from '#kernel/platform/db/embedded/template.ts'
import { acquireTestServer } from '#kernel/testing/database-server.ts'
import { demoRecipe } from '#test/helpers/servers/demo-recipe.ts'
import { markedJson, type Planted, plantMarkup, RAN, shortMarkupOf } from '#test/e2e/support/planted-markup.ts'
import { startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { quiet } from './network-quiet.ts'

/** The product with a company whose every text is markup. */
export interface PlantedOffice {
  readonly origin: string
  readonly planted: Planted
  readonly query: <T>(text: string) => Promise<readonly T[]>
  close(): Promise<void>
}

export async function openPlantedOffice(role: 'server' | 'all'): Promise<PlantedOffice> {
  const databases = await acquireTestServer()
  const url = await createFromRecipe(databases.url, demoRecipe(), `${databases.prefix}${randomUUID().slice(0, 8)}`)
  const server = await startServerProcess(url, await freePort(), role, { DEMO: '1' })
  const pool = new pg.Pool({ connectionString: url, max: 1, options: sessionOptions() })
  const query = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  const close = async () => {
    await pool.end()
    await server.stop()
    await databases.release()
  }
  try {
    const origin = server.origin.replace('127.0.0.1', 'localhost')
    for (const setting of SETTINGS) await plantSetting(origin, query, setting)
    return { origin, planted: await plantMarkup(url), query, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface PlantedSetting {
  readonly kind: string
  readonly path: string
  readonly key: string
}

/** One of each kind that administrators write texts of. */
const SETTINGS: readonly PlantedSetting[] = [
  { kind: 'role', path: '/aps/permission/role', key: 'manager' },
  { kind: 'segregationRules', path: '/aps/permission/segregationRule', key: 'segregationRules' },
  { kind: 'menu', path: '/aps/permission/menu', key: 'menu' },
  { kind: 'dictionary', path: '/aps/setting/dictionary', key: 'store.type' },
  { kind: 'translation', path: '/aps/setting/translation', key: 'menu.system_parameters' },
  { kind: 'parameter', path: '/aps/setting/parameter', key: 'download.days' },
]

/** A draft by the product's own call, and a setting in force that nobody could publish. */
async function plantSetting(
  origin: string,
  query: <T>(text: string, values?: unknown[]) => Promise<readonly T[]>,
  { kind, path, key }: PlantedSetting,
): Promise<void> {
  const found = await companyAt(origin).call<{ versions: { content: unknown }[] }>('hq.it', `${path}/detail`, { key })
  const content = markedJson(found.versions[0]?.content, shortMarkupOf(kind))
  const note = shortMarkupOf(`${kind} note`)
  await companyAt(origin).call('hq.it', `${path}/draft/save`, { key, draftVersion: 0, content, note })
  await query(
    `insert into setting_version (kind, key, version, content, note, drafted_by, published_by, at)
     select $1, $2, 1, $3, $4, min(id), max(id), product_now() from app_user where account like 'hq.it%'`,
    [kind, key, JSON.stringify(content), note],
  )
}

interface Watched {
  /** Scripts that ran, what the policy stopped, and elements and addresses made of markup. */
  readonly faults: readonly string[]
  /** For the texts that are shown: where they were planted. */
  readonly marks: readonly string[]
}

/** Called before the page is opened: listens for everything that markup could do. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const heard: string[] = []
    Object.assign(window, { plantedHeard: heard, [name]: (turn: number) => heard.push(`ran ${turn}`) })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      heard.push(`stopped by ${violatedDirective}: ${blockedURI} ${sample}`)
    })
  }, RAN)
  page.on('dialog', (dialog) => {
    void dialog.dismiss()
    void page.evaluate((said) => (window as unknown as Heard).plantedHeard.push(`dialog ${said}`), dialog.message())
  })
}

interface Heard {
  readonly plantedHeard: string[]
}

/** The acts of the open page and its content. */
export async function seenOn(page: Page): Promise<Watched> {
  return page.evaluate(() => {
    const made = [...document.querySelectorAll('x-planted, img[src="x"], [onerror], [onload], [onclick]')]
    const leads = [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((element) =>
      ['href', 'src', 'action', 'formaction', 'xlink:href'].flatMap((name) => {
        const value = element.getAttribute(name) ?? ''
        return /^\s*(?:javascript|data:text|vbscript)/i.test(value) ? [`${element.tagName} leads to ${value}`] : []
      }),
    )
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    const titles = [...document.querySelectorAll('[title]')].map((element) => element.getAttribute('title') ?? '')
    const shown = [document.body.innerText, ...typed, ...titles].join(' ')
    const heard = (window as unknown as Heard).plantedHeard.splice(0)
    return {
      faults: [...heard, ...made.map(({ outerHTML }) => `made ${outerHTML.slice(0, 120)}`), ...leads],
      marks: [...new Set([...shown.matchAll(/⟦([^⟧]+)⟧/g)].map(([, mark = '']) => mark))],
    }
  })
}

/** A page has settled once nothing is under way and nothing more came for a moment. The stream of live events never ends. */
export function settling(page: Page): () => Promise<void> {
  const under = new Set<unknown>()
  page.on('request', (request) => {
    if (!request.url().includes('/live')) under.add(request)
  })
  page.on('requestfinished', (request) => under.delete(request))
  page.on('requestfailed', (request) => under.delete(request))
  return async () => {
    // Links are prefetched when the page is idle.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2_000 })))
    do {
      await expect.poll(() => under.size, { intervals: [25] }).toBe(0)
      await quiet(page, 150)
    } while (under.size > 0)
  }
}
