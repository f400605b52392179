import { zonedTime } from '../clock/zoned-time.ts'
import type { ErrorParams, Refusal } from '#kernel/base/errors/errors.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { overridableTexts } from './overridable-texts.ts'
import { interpolate } from './interpolate.ts'
import type { Language } from './language.ts'
import { overlaid } from './overlay.ts'
import { en, type KernelTexts } from './locale/en.ts'
import { server as serverEn, type ServerTexts } from './locale/server.en.ts'
import { server as serverZh } from './locale/server.zh.ts'
import { zh } from './locale/zh.ts'

/** The texts that every area has; each area's own type adds its documents and pages. */
export interface AreaTexts {
  readonly label: string
  readonly errors: Readonly<Record<string, string>>
  /** Texts of its document types; pages of some load them separately. */
  readonly documents?: Readonly<Record<string, object>>
  /** Names of table rows that refer to a record; only the server uses them. */
  readonly rows?: Readonly<Record<string, string>>
  /** Texts of its cards on the home page; only the server uses them. */
  readonly home?: Readonly<Record<string, string>>
  /** Texts of its records; pages load them separately, with the first page of one. */
  readonly records?: Readonly<Record<string, object>>
}

/** Texts that the browser has as well, and texts that only the server has. */
type AllTexts = KernelTexts & ServerTexts

const kernel: Record<Language, AllTexts> = { en: { ...en, ...serverEn }, zh: { ...zh, ...serverZh } }
type ErrorsByName = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Errors that only the server puts into words; no page loads these texts. */
const serverErrors: Record<Language, ErrorsByName> = { en: {}, zh: {} }
const areas = new Map<string, Record<Language, AreaTexts>>()
type RightLabels = Readonly<Record<string, Record<Language, string>>>
const menus = new Map<string, Record<Language, string>>()
const rights = new Map<string, Record<Language, string>>()

/** Registers the kernel folders' texts of errors and rights. Must run before the first text is read. */
export function registerServerTexts(errors: Record<Language, ErrorsByName>, labels: RightLabels): void {
  Object.assign(serverErrors, errors)
  for (const [code, label] of Object.entries(labels)) rights.set(code, label)
}

/** Registers the labels of menu entries, so that they can be overridden. */
export function registerMenuTexts(
  entries: readonly { readonly code: string; readonly name: string; readonly nameEn: string }[],
): void {
  for (const { code, name, nameEn } of entries) menus.set(code, { zh: name, en: nameEn })
}

/** Registers an area's texts and the labels of its rights on the server, once for each area at start. */
export function registerTexts(area: string, texts: Record<Language, AreaTexts>, labels: RightLabels = {}): void {
  areas.set(area, texts)
  for (const [code, label] of Object.entries(labels)) rights.set(code, label)
}

/** A text of an area by its path, `budget.documents.countryBudget.fields.year`, or of every page, `kernel.pushStates.pushing`; the path itself where there is no text. */
export function textAt(language: Language, path: string): string {
  const written = overlaid(language, path)
  if (written !== undefined) return written
  const [area = '', ...keys] = path.split('.')
  let node: unknown = area === 'kernel' ? kernel[language] : areas.get(area)?.[language]
  for (const key of keys)
    node = typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof node === 'string' ? node : path
}

const AMOUNT = /^-?\d+\.\d{2}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const NO_ZONE = 'UTC'

/** Formats a parameter for people: `@` begins the path of a label, amounts get separators, instants are of the zone and name it. */
function readableParam(language: Language, zone: string, value: string | number): string | number {
  if (typeof value === 'number') return value
  if (value.startsWith('@')) return textAt(language, value.slice(1))
  if (INSTANT.test(value)) return `${zonedTime(new Date(value), zone)} ${zone}`
  return AMOUNT.test(value) ? formatAmount(value) : value
}

/** The label of a menu entry, with the override where somebody wrote one. */
export function menuLabel(language: Language, code: string): string {
  return overlaid(language, `menu.${code}`) ?? menus.get(code)?.[language] ?? code
}

/** The label of a right, with the override where somebody wrote one. */
export function rightLabel(language: Language, code: string): string {
  return overlaid(language, `right.${code}`) ?? rights.get(code)?.[language] ?? code
}

/** All server texts by namespace, without overrides. */
export function deliveredTexts(language: Language): Readonly<Record<string, object>> {
  const { errors, ...rest } = kernel[language]
  const right = Object.fromEntries([...rights].map(([code, label]) => [code, label[language]]))
  return {
    kernel: {
      ...rest,
      errors: {
        ...errors,
        ...serverErrors[language],
        document: { ...errors.document, ...serverErrors[language]['document'] },
      },
    },
    ...Object.fromEntries([...areas].map(([name, texts]) => [name, texts[language]])),
    right,
    menu: Object.fromEntries([...menus].map(([code, label]) => [code, label[language]])),
  }
}

/** The label of a right; several codes, any of which is enough, are listed side by side. */
function rightText(language: Language, codes: string): string {
  return codes
    .split(', ')
    .map((code) => rightLabel(language, code))
    .join(' / ')
}

function readable(language: Language, zone: string, params: ErrorParams): ErrorParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'right' ? rightText(language, String(value)) : readableParam(language, zone, value),
    ]),
  )
}

/** Whether the product still has this error: a stored one may be older than its texts. */
export function hasRefusalText(key: string): boolean {
  return refusalWords('en', key) !== undefined
}

function refusalWords(language: Language, key: string): string | undefined {
  const [namespace = '', reason = ''] = key.split('.')
  const kernelErrors = kernel[language].errors as Readonly<Record<string, Readonly<Record<string, string>>>>
  return (
    overlaid(language, `kernel.errors.${key}`) ??
    overlaid(language, `${namespace}.errors.${reason}`) ??
    kernelErrors[namespace]?.[reason] ??
    serverErrors[language][namespace]?.[reason] ??
    areas.get(namespace)?.[language].errors[reason]
  )
}

/** The text of a refusal in a language, with instants in a zone such as `UTC+05:30`. A key without a text is a defect and throws. */
export function refusalText(language: Language, refusal: Pick<Refusal, 'key' | 'params'>, zone = NO_ZONE): string {
  const text = refusalWords(language, refusal.key)
  if (text === undefined) throw new Error(`no ${language} text for error ${refusal.key}`)
  return interpolate(text, readable(language, zone, refusal.params))
}

const writtenKernel = overridableTexts<AllTexts>('kernel', kernel)

export function kernelTexts(language: Language): AllTexts {
  return writtenKernel[language]
}
