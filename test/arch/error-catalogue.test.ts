import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from '#app/areas.ts'
import { deliveredTexts } from '#kernel/base/i18n/texts.ts'

/** Texts of the kernel by their own paths, those of an area below its name. */
const textsIn = (language: 'en' | 'zh') => {
  const { product, scheme } = Object.fromEntries(areas.map(({ name, texts }) => [name, texts[language]]))
  return { ...(deliveredTexts(language)['kernel'] as object), product, scheme }
}
const en = textsIn('en')
const zh = textsIn('zh')
const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/error-catalogue.md')

/** Spec section 8, case by case: the file that holds the text, and its exact English. */
const CASES = [
  ['400', 'page.http.badRequest', 'Request error'],
  ['403', 'page.http.forbidden', 'Unauthorized access, please contact administrator'],
  ['405', 'page.http.methodDisabled', 'The current HTTP request method is disabled'],
  ['500', 'page.http.server', 'Server error'],
  ['502', 'page.http.badGateway', 'Invalid response received from upstream server'],
  ['503', 'page.http.unavailable', 'Service not available'],
  ['504', 'page.http.gatewayTimeout', 'Proxy server failed to receive a response in time'],
  ['Time-out of 30 s', 'page.http.timeout', 'Network request timed out'],
  ['Unknown', 'page.http.unknown', 'Unknown error, please contact admin!'],
  ['Other statuses', 'page.http.other', 'The request failed (status {status})'],
  ['WEB-SECURITY-1001, then the page reloads', 'page.http.csrfRenewed', 'CSRF has been renewed'],
  ['403 page', 'page.errorPage.forbidden', 'sorry, you have no permission to access this page'],
  ['404 page', 'page.errorPage.missing', 'The page has flown away / does not exist'],
  ['500 page', 'page.errorPage.server', 'The server is faulty'],
  ['Log-out without an exit', 'errors.access.ssoExitMissing', 'Please configure the SSO exit (logout) address first'],
  [
    'No menu permission',
    'page.shell.noMenu',
    'You have not configured the menu permissions, please contact the administrator',
  ],
  ['Viewing denied', 'page.denied.forbidden.title', 'No permission to view, contact the drafter'],
  ['Import, refused', 'page.message.uploadFailed', 'Upload failed: {msg}'],
  ['Import, failed', 'page.message.importError', 'Import error, please contact the backend administrator'],
  ['Upload with a failed file', 'page.message.uploadAllAgain', 'a failed file exists, modify and upload all again'],
  ['Offline export started', 'page.message.taskStarted', 'Task started'],
  ['Offline export failed', 'page.message.taskFailed', 'Task failed'],
  ['Export not ready after 60 tries', 'page.message.timeout', 'Timeout'],
  ['Deleted', 'page.message.deleteSuccess', 'Success'],
  ['Delete not confirmed', 'page.message.deleteCancelled', 'Cancelled'],
  ['PDF', 'page.message.pdfSuccess', 'Download successfully'],
  ['PDF, failed', 'page.message.pdfFailed', 'Download failed'],
  ['Copy', 'page.message.copySuccess', 'Copy success'],
  ['Copy, failed', 'page.message.copyFailed', 'Copy failed'],
  ['Share, failed', 'page.message.shareFailed', 'Share failed'],
  ['Preview, failed', 'page.message.previewFailed', 'Preview failed'],
  ['User lookup without result', 'errors.access.noSuchPerson', 'no such person, enter the correct employee number'],
  ['Chunk load error', 'page.http.chunk', 'A part of the page could not be loaded'],
  ['Options that failed', 'page.options.failed', 'The options could not be loaded'],
  [
    'Download request',
    'page.message.downloadProcessing',
    'Download request processing, go to the download center, top-right icon, a few minutes later',
  ],
  [
    'Inventory insufficient',
    'product.message.inventoryInsufficient',
    'The inventory is insufficient, please contact production and sales to transfer stock',
  ],
  ['Empty price', 'scheme.errors.priceEmpty', 'Price must not be null: an empty price means contact finance'],
  ['Wrong SKU', 'scheme.errors.skuNotOfSpu', 'Wrong SKU: {sku} is not of SPU {spu}'],
  ['Wrong SKU, of a scheme line', 'scheme.errors.skuNotOfLine', 'Wrong SKU: {sku} is not of this scheme line'],
  [
    'Wrong SKU, of a device',
    'scheme.errors.deviceNotOfLine',
    'Wrong SKU: IMEI/SN {number} is {sku}, not the one of this line',
  ],
  ['KV count', 'product.message.kvLimit', 'The KV count has reached its maximum of 30'],
  ['Banners, 5 or 8', 'product.message.bannerLimit', 'At most {limit} banners'],
] as const

function textAt(texts: unknown, path: string): string {
  let node = texts
  for (const key of path.split('.')) node = (node as Readonly<Record<string, unknown>> | undefined)?.[key]
  return typeof node === 'string' ? node : ''
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

describe('the error catalogue', () => {
  test.each(CASES)('the error catalogue has the exact words of the specification: %s', (_name, path, english) => {
    expect(textAt(en, path)).toBe(english)
    expect(textAt(zh, path)).toMatch(/\p{Script=Han}/u)
  })

  test('the error catalogue has the same parameters in both languages', () => {
    const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
    for (const [, path] of CASES) expect([path, values(textAt(zh, path))]).toEqual([path, values(textAt(en, path))])
  })

  test('every message of the error catalogue is shown by a page, in these words', () => {
    const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: (file) => /catalogue\.(en|zh)\.ts$/.test(file) })
    const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const keys = CASES.flatMap(([, path]) => (path.startsWith('page.message.') ? [path.slice('page.'.length)] : []))
    expect(keys.filter((key) => !new RegExp(`\\b${key.replace('.', String.raw`\.`)}\\b`).test(sources))).toEqual([])
  })

  // After a change of a text: vitest run --project arch test/arch/error-catalogue.test.ts -u
  test('the error catalogue in the docs is up to date', async () => {
    const cases = CASES.map(([name, path]) => row(name, textAt(en, path), textAt(zh, path), `\`${path}\``))
    const text = [
      '<!-- Written by test/arch/error-catalogue.test.ts from the texts of the product. -->',
      '# Error catalogue',
      '',
      'For 400, 403, 405, 500, 502, 503 and 504 the message of the server is shown where it sends one. A 401 says nothing.',
      'Errors are toasts of three seconds with a close button.',
      '',
      '| case | English | Chinese | key |',
      '| --- | --- | --- | --- |',
      ...cases,
      '',
    ].join('\n')
    await expect(text).toMatchFileSnapshot(page)
  })
})
