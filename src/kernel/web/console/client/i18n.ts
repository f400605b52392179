import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import type { Codes } from '#kernel/base/i18n/choice-codes.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { KernelTexts } from '#kernel/base/i18n/locale/en.ts'
import { currentLanguage } from './storage.ts'

/** Every path to a text within an object of texts: an unknown key does not compile. */
export type TextKey<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${TextKey<T[K]>}` }[keyof T &
  string]

export type TextParams = Readonly<Record<string, string | number>>

/** Returns the text of a key with its parameters filled in. */
export type Translate<T> = (key: TextKey<T>, params?: TextParams) => string

/** One chunk for each language of each area: only the current language is loaded. */
const areaLocales = import.meta.glob<Record<string, AreaTexts>>('/src/areas/*/locale/{en,zh}.ts')
/** Texts of rarely opened kernel pages are loaded like those of areas, by the name of the folder. */
const sectionLocales = import.meta.glob<Record<string, object>>('/src/kernel/web/console/*/locale/{en,zh}.ts')
const kernelLocales = {
  en: () => import('#kernel/base/i18n/locale/en.ts'),
  zh: () => import('#kernel/base/i18n/locale/zh.ts'),
}

let language: Language = 'en'

interface Texts {
  readonly [key: string]: string | Texts
}

/** Texts in the current language, by area, by section of the kernel, or `kernel`. */
const bundles = new Map<string, Texts>()

/** A text by path, or undefined. Paths are short and few: walking them costs less than caching. */
function findText(namespace: string, key: string): string | undefined {
  let found: string | Texts | undefined = bundles.get(namespace)
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return typeof found === 'string' ? found : undefined
}

interface Written extends Codes {
  readonly texts: Readonly<Record<string, string>>
}

/** Overridden texts by path; record pages also take the codes. */
let writtenTexts: Readonly<Record<string, string>> = {}
export let writtenCodes: Codes | undefined

/** Texts and choices that administrators overrode, in the current language. */
export function takeWritten(written: Written): void {
  writtenTexts = written.texts
  writtenCodes = written
}

/** Starts loading the kernel's texts in this browser's last language; the sign-in may still change it. */
export function preloadTexts(): void {
  kernelLocales[currentLanguage()]().catch(() => undefined)
}

/** The same for an area, so that the first page loads its texts in parallel with its code. */
export function preloadAreaTexts(area: string): void {
  localeOf(area, currentLanguage())?.().catch(() => undefined)
}

/** Initialises texts with the kernel's. The language is fixed until a reload (spec: the switch reloads). */
export async function startTexts(chosen: Language): Promise<void> {
  language = chosen
  const module: Record<string, unknown> = await kernelLocales[chosen]()
  bundles.set('kernel', module[chosen] as Texts)
  bundles.set('flow', module['flow'] as Texts)
  document.documentElement.lang = chosen === 'zh' ? 'zh-CN' : 'en'
  textsStarted()
}

/** Waits for the texts of the page, because a call may fail before they have arrived and its message needs them. */
export async function textsAtHand(): Promise<void> {
  if (bundles.has('kernel')) return
  const of = currentLanguage()
  const module: Record<string, unknown> | null = await kernelLocales[of]().catch(() => null)
  if (module && !bundles.has('kernel')) bundles.set('kernel', module[of] as Texts)
}

let textsStarted: () => void = () => undefined
const hasStarted = new Promise<void>((resolve) => {
  textsStarted = resolve
})

/** Loads and returns texts of single pages: a chunk that awaits this is ready when its texts are. */
export async function loadPartTexts<T>(
  namespace: string,
  load: Readonly<Record<Language, () => Promise<Readonly<Record<string, unknown>>>>>,
): Promise<Translate<T>> {
  // A page may load before the session, which determines the language.
  await hasStarted
  bundles.set(namespace, (await load[language]())[namespace] as Texts)
  return areaTexts<T>(namespace)
}

/** Loads the texts of an area, or of a kernel section, in the current language; a page awaits this in parallel with its chunk. */
export async function loadAreaTexts(area: string): Promise<void> {
  if (bundles.has(area)) return
  const load = localeOf(area, language)
  if (!load) throw new Error(`no ${language} texts for area ${area}`)
  const texts = (await load())[language]
  // A concurrent load may have added to them meanwhile.
  if (texts && !bundles.has(area)) bundles.set(area, texts as Texts)
}

function localeOf(area: string, of: Language) {
  return (
    areaLocales[`/src/areas/${area}/locale/${of}.ts`] ??
    sectionLocales[`/src/kernel/web/console/${area}/locale/${of}.ts`]
  )
}

/** Texts of a document type that are loaded with its own pages, in addition to its area's. */
export async function loadDocumentTexts(
  area: string,
  load: Readonly<Record<Language, () => Promise<Readonly<Record<string, unknown>>>>>,
): Promise<void> {
  await hasStarted
  // An area may have no texts but those of its documents and lists.
  if (localeOf(area, language)) await loadAreaTexts(area)
  const documents = (await load[language]()) as Texts
  const known = bundles.get(area)
  bundles.set(area, { ...known, documents: { ...(known?.['documents'] as Texts | undefined), ...documents } })
}

/** Texts that a kernel page brings along, under a name of their own. */
export function addTexts(name: string, texts: unknown): void {
  bundles.set(name, texts as Texts)
}

/** Parameters are filled in as on the server. */
function textOf(key: string, ns: string, params: TextParams = {}): string {
  const written = writtenTexts[`${ns.replace(/-records$/, '.records')}.${key}`]
  if (written !== undefined) return interpolate(written, params)
  return interpolate(findText(ns, key) ?? key, params)
}

/** The texts of an area: `const t = areaTexts<BudgetTexts>('budget')`. Call the result while rendering, not before. */
export function areaTexts<T>(area: string): Translate<T> {
  return (key, params) => textOf(key, area, params)
}

/** The kernel's texts. */
export const kernelText: Translate<KernelTexts> = areaTexts<KernelTexts>('kernel')

/** The kernel's own texts for pages. */
export const pageText: Translate<KernelTexts['page']> = (key, params) =>
  kernelText(`page.${key}` as TextKey<KernelTexts>, params)

/** The text of a refusal in the current language, for rules that ran here; the server's `msg` takes precedence. */
export function chooseRefusalText(
  refusal: { readonly key: string; readonly params: TextParams; readonly msg?: string } | null | undefined,
): string {
  if (!refusal) return ''
  if (refusal.msg) return refusal.msg
  const [namespace = '', reason = ''] = refusal.key.split('.')
  const kernelKey = `errors.${namespace}.${reason}`
  if (findText('kernel', kernelKey) !== undefined) return textOf(kernelKey, 'kernel', refusal.params)
  const areaKey = `errors.${reason}`
  if (findText(namespace, areaKey) !== undefined) return textOf(areaKey, namespace, refusal.params)
  return pageText('http.badRequest')
}

export function runningLanguage(): Language {
  return language
}
