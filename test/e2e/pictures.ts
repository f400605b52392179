import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from './support/chromium.ts'
import { startDemonstration } from './support/demonstration.ts'
import { type Look, LOOKS, nameOf, Office } from './support/office.ts'
import { type Pictured, pictured } from './pictures/pictured.ts'

/** Takes pictures of all pages: `npm run pictures`. bin/pictures.js explains its options. */

const root = join(import.meta.dirname, '..', '..')
const given = process.argv.slice(2)
const address = given.find((word) => word.startsWith('http'))
const words = given.filter((word) => !word.startsWith('http') && !word.startsWith('--'))
const isForReadme = given.includes('--readme')
const folder = isForReadme ? join(root, 'docs', 'pictures') : join(root, '.cache', 'pictures')

const looks: readonly Look[] = [
  ...LOOKS,
  ...(given.includes('--all')
    ? ([
        { theme: 'light', language: 'zh' },
        { theme: 'dark', language: 'en' },
      ] as const)
    : []),
]

async function take(office: Office, picture: Pictured, look: Look): Promise<string> {
  const { context, page } = await office.open(picture, look)
  try {
    await page.mouse.move(0, 0)
    return await shoot(context, page, `${picture.name}-${nameOf(look)}`)
  } finally {
    await page.close()
  }
}

async function shoot(context: BrowserContext, page: Page, name: string): Promise<string> {
  if (!isForReadme) {
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    return file
  }
  // Committed pictures are small: Playwright cannot write that format, so the browser does.
  const file = join(folder, `${name}.webp`)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  writeFileSync(file, Buffer.from(data, 'base64'))
  return file
}

/** All pictures of a page side by side, page below page; a click shows one in full. */
function indexOf(taken: ReadonlyMap<Pictured, ReadonlyMap<Look, string>>): string {
  const rows = [...taken].map(([{ name, width }, files]) => {
    const cells = [...files].map(([look, file]) => {
      const source = relative(folder, file)
      return `<figure class="${width}"><a href="${source}"><img src="${source}" alt="${name}, ${nameOf(look)}" loading="lazy"></a><figcaption>${nameOf(look)}</figcaption></figure>`
    })
    return `<section id="${name}"><h2>${name}</h2><div>${cells.join('')}</div></section>`
  })
  const links = [...taken.keys()].map(({ name }) => `<a href="#${name}">${name}</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 0 24px 48px; background: #f4f5f7; color: #1d2129 }
  nav { position: sticky; top: 0; padding: 12px 0; background: #f4f5f7; display: flex; flex-wrap: wrap; gap: 4px 14px }
  section div { display: flex; flex-wrap: wrap; gap: 16px }
  h2 { font-size: 16px; margin: 28px 0 8px; scroll-margin-top: 90px }
  figure { margin: 0 } figcaption { color: #4e5562 }
  img { display: block; border: 1px solid #c9cdd4; background: #fff }
  .desktop img { width: 640px } .phone img { width: 260px }
</style>
<nav>${links.join('')}</nav>
${rows.join('\n')}
</html>
`
}

const wanted = pictured.filter(
  ({ name, readme }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) && (!isForReadme || readme !== undefined),
)
const product = address === undefined ? await startDemonstration('pictures-data') : null
const origin = address ?? product?.origin ?? ''
const browser = await chromium.launch(launchOptions)
const missing: string[] = []
try {
  if (words.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const office = new Office(browser, origin)
  const taken = new Map(wanted.map((picture) => [picture, new Map<Look, string>()]))
  for (const picture of wanted) {
    for (const look of looks) {
      if (isForReadme && picture.readme !== nameOf(look)) continue
      try {
        taken.get(picture)?.set(look, await take(office, picture, look))
      } catch (error) {
        missing.push(`${picture.name}-${nameOf(look)}: ${String(error).split('\n', 1)[0]}`)
      }
    }
    process.stdout.write(`${picture.name}\n`)
  }
  if (!isForReadme && words.length === 0) writeFileSync(join(folder, 'index.html'), indexOf(taken))
} finally {
  await browser.close()
  await product?.close()
}
for (const line of missing) console.error(`could not be taken: ${line}`)
process.stdout.write(`${isForReadme ? folder : join(folder, 'index.html')}\n`)
process.exitCode = missing.length === 0 ? 0 : 1
