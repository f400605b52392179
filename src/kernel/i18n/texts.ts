import type { ErrorParams, Refusal } from '#kernel/errors/errors.ts'
import type { Language } from './language.ts'
import { en, type KernelTexts } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** What the texts of every area hold; each area's own type adds its documents and pages. */
export interface AreaTexts {
  readonly label: string
  readonly errors: Readonly<Record<string, string>>
}

const kernel: Record<Language, KernelTexts> = { en, zh }
const areas = new Map<string, Record<Language, AreaTexts>>()

/** Makes an area's texts known to the server. Called once for each area at start. */
export function registerTexts(area: string, texts: Record<Language, AreaTexts>): void {
  areas.set(area, texts)
}

/** Fills `{name}` with the parameter of that name. */
export function interpolate(text: string, params: ErrorParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

/** A text of an area by its path, `budget.documents.countryBudget.fields.year`; the path itself where there is none. */
export function textAt(language: Language, path: string): string {
  const [area = '', ...keys] = path.split('.')
  let node: unknown = areas.get(area)?.[language]
  for (const key of keys)
    node = typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof node === 'string' ? node : path
}

/** A parameter that starts with `@` is the path of a label, shown in the reader's language. */
function readable(language: Language, params: ErrorParams): ErrorParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('@') ? textAt(language, value.slice(1)) : value,
    ]),
  )
}

/** The text of a refusal in a language. A key without a text is a fault, not something to hide. */
export function refusalText(language: Language, refusal: Pick<Refusal, 'key' | 'params'>): string {
  const [namespace = '', reason = ''] = refusal.key.split('.')
  const kernelErrors = kernel[language].errors as Readonly<Record<string, Readonly<Record<string, string>>>>
  const text = kernelErrors[namespace]?.[reason] ?? areas.get(namespace)?.[language].errors[reason]
  if (text === undefined) throw new Error(`no ${language} text for error ${refusal.key}`)
  return interpolate(text, readable(language, refusal.params))
}

export function kernelTexts(language: Language): KernelTexts {
  return kernel[language]
}
