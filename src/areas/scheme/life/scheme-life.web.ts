import { areaTexts, loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { Names } from '#kernel/engine/definition/view.ts'
import { schemeDocuments, schemePlace } from '../scheme.documents.ts'
import type { SchemeLifeTexts } from './life.en.ts'
import type { SchemeFigure, FigureFilter } from './scheme-wire.ts'
import type { Money, Scheme } from './scheme-wire.ts'

/** Texts of the list of schemes and of a scheme's own page. */
export const lifeText = await loadPartTexts<SchemeLifeTexts>('schemeLife', {
  en: () => import('./life.en.ts'),
  zh: () => import('./life.zh.ts'),
})

/** Where the names of documents stand among all texts, so that overridden ones are found. */
const NAMES = 'scheme.documents'

await loadPartTexts(NAMES, {
  en: async () => ({ [NAMES]: (await import('virtual:document-names/scheme.en')).documentNames }),
  zh: async () => ({ [NAMES]: (await import('virtual:document-names/scheme.zh')).documentNames }),
})

export interface LifePart extends Money {
  readonly fundingNo: number
  readonly lineNo: number
  readonly forBeneficiary: string
  readonly productCode: string | null
  readonly basis: string
  readonly budgetCode: string
  readonly locked: string
}

export interface LifeMonth {
  readonly month: string
  readonly accrued: string
  readonly executed: string
  readonly released: string
}

export interface SchemeLife {
  readonly scheme: Scheme
  readonly terms: Readonly<Record<string, string | number | boolean | null>>
  readonly parts: readonly LifePart[]
  readonly months: readonly LifeMonth[]
  readonly versions: readonly {
    readonly version: number
    readonly documentType: string
    readonly documentNo: string | null
    readonly documentId: string
    readonly round: number
    readonly at: string
    readonly content: Readonly<Record<string, unknown>>
  }[]
  readonly names: Names
}

export interface LifeDocument {
  readonly documentType: string
  readonly id: string
  readonly no: string
  readonly state: string
  readonly amount: string | null
  readonly postingDate: string | null
  readonly createdAt: string
  readonly drafter: { readonly name: string }
  readonly formInstanceId: string | null
}

export interface LifePosting {
  readonly at: string
  readonly documentType: string
  readonly documentNo: string | null
  readonly formInstanceId: string
  readonly fundingNo: number
  readonly fromStage: string
  readonly toStage: string
  readonly amount: string
  /** What it adds to the figure that was asked for. */
  readonly effect: string | null
  readonly actor: string
}

interface Some<T> {
  readonly records: readonly T[]
  /** Start of the next page; null: this was the last. */
  readonly next: string | null
  /** Of the first page only. */
  readonly recordTotal: number | null
}

export const schemeApi = {
  life: (schemeNo: string, signal: AbortSignal) =>
    post<SchemeLife>('/aps/scheme/detail', { schemeNo }, { signal, handles: true }),
  documents: (schemeNo: string, before: string | null, signal: AbortSignal) =>
    post<Some<LifeDocument>>(
      '/aps/scheme/documents',
      { schemeNo, ...(before === null ? {} : { before }) },
      { signal, handles: true },
    ),
  postings: (schemeNo: string, filter: FigureFilter, before: string | null, signal: AbortSignal) =>
    post<Some<LifePosting> & { readonly sums: Partial<Record<SchemeFigure, string>> | null }>(
      '/aps/scheme/postings',
      { schemeNo, ...filter, ...(before === null ? {} : { before }) },
      { signal, handles: true },
    ),
}

/** The name of a document type. */
export function typeText(documentType: string): string {
  return areaTexts<Readonly<Record<string, string>>>(NAMES)(`${documentType}.label`)
}

export function documentAddress(documentType: string, instance: string, width: 'pc' | 'mobile' = 'pc'): string {
  const { write } = schemeDocuments.find(({ name }) => name === documentType) ?? schemePlace('application')
  return `${write[width]}?${new URLSearchParams({ type: 'view', formInstanceId: instance })}`
}
