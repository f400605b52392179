import type { ComponentType } from 'react'
import { loadAreaTexts, preloadAreaTexts } from './client/i18n.ts'
import type { GroupEntry, PageEntry, PageTable } from './page-entry.ts'
import { loadChunk } from './client/chunks.ts'

interface PageModule {
  readonly default: ComponentType
  /** Starts the page's first calls. It is called in parallel with the permission call, so a refusal of its calls must reveal nothing. */
  readonly ahead?: () => void
}

type LoadPage = () => Promise<PageModule>

/** One page of an area. The app's page table defines its frame, and the permitted menu who has it; this is only its content. */
export interface PageDeclaration {
  readonly path: string
  readonly load: LoadPage
  /** Shown instead where the address names a document (`formInstanceId`): one address both edits and shows it (spec section 2). */
  readonly document?: LoadPage
  /** The list this page is reached from: a step of its breadcrumb. */
  readonly parent?: string
  /** Loads texts that only this page needs, once the language is known. */
  readonly texts?: () => Promise<void>
}

/** A card on the desk’s home page that is drawn by itself, for people who may open its page; others are data (`AreaServer.home`). */
export interface DeskCard {
  readonly key: string
  /** Path of the page that its numbers link to. */
  readonly page: string
  /** Lower comes first. */
  readonly order: number
  readonly load: LoadPage
}

/** The page of a record that has the address of a document's form: shown where the address names one by `id`, and no form to begin or go on with. */
type RecordPage = Pick<PageDeclaration, 'path' | 'load' | 'parent'> & {
  /** Shown wherever the address names no document: it finds a record by more than its id. */
  readonly isFirst?: true
}

export interface PageSet {
  /** Area whose texts the pages need; null for pages of the kernel. */
  readonly area: string | null
  readonly pages: readonly PageDeclaration[]
  readonly homeCards: readonly DeskCard[]
  readonly records: readonly RecordPage[]
}

export function definePages(
  area: string | null,
  pages: readonly PageDeclaration[],
  more: Partial<Pick<PageSet, 'homeCards' | 'records'>> = {},
): PageSet {
  return { area, pages, homeCards: more.homeCards ?? [], records: more.records ?? [] }
}

interface Part {
  readonly area: string | null
  readonly load: LoadPage
  readonly parent?: string
  readonly texts?: () => Promise<void>
  readonly isFirst?: true
  loaded?: LoadedPage
}

/** A page that is being loaded, or has been. */
export interface LoadedPage {
  /** Set once code and texts are loaded; from then on the page renders at once. */
  component?: ComponentType
  /** Settles with the load. */
  readonly done: Promise<void>
}

export interface KnownPage extends PageEntry {
  /** False while the page's area is not built: it shows that to anyone, and needs no right. */
  readonly isBuilt: boolean
  readonly parent?: string
}

const FORGET_FAILURE_MS = 1_000
/** A page that loads within this time is drawn together with its frame, which saves drawing the frame twice. */
const FRAME_WAITS_MS = 300

const entries = new Map<string, PageEntry>()
const parts = new Map<string, Part>()
/** The same where the address names a document. */
const shown = new Map<string, Part>()
/** The same where it names a record. */
const records = new Map<string, Part>()
let groups: readonly GroupEntry[] = []
let sets: readonly PageSet[] = []
let later: Part | null = null

export interface Registration {
  readonly table: PageTable
  readonly sets: readonly PageSet[]
  /** Content of every page that no area has built yet. */
  readonly later: LoadPage
}

export function registerPages({ table, sets: registered, later: load }: Registration): void {
  for (const entry of table.pages) entries.set(entry.path, entry)
  groups = table.groups
  later = { area: null, load }
  for (const set of registered) addPages(set)
}

/** Pages registered later than the others; the table of pages has them already. */
export function addPages(set: PageSet): void {
  sets = [...sets, set]
  for (const { path, ...record } of set.records) records.set(path, { ...record, area: set.area })
  for (const page of set.pages) {
    if (!entries.has(page.path)) throw new Error(`the page ${page.path} is missing in the table of pages`)
    parts.set(page.path, { ...page, area: set.area })
    if (page.document) shown.set(page.path, { ...page, load: page.document, area: set.area })
  }
}

export function findPage(path: string, search = ''): KnownPage | undefined {
  const entry = entries.get(path)
  if (!entry) return undefined
  const part = partOf(entry, search)
  return { ...entry, isBuilt: part !== undefined, ...(part?.parent ? { parent: part.parent } : {}) }
}

export function findGroup(path: string): GroupEntry | undefined {
  return groups.find((group) => group.path === path)
}

function partOf(entry: PageEntry, search = ''): Part | undefined {
  const query = new URLSearchParams(search)
  const document = shown.get(entry.path)
  if (document && query.has('formInstanceId')) return document
  const record = records.get(entry.path)
  const namesOne = record?.isFirst ? !query.has('applyNo') : query.has('id')
  if (record && namesOne && /^(view)?$/.test(query.get('type') ?? '')) return record
  return parts.get(entry.path) ?? parts.get(entry.sameComponentAs ?? '')
}

/** Loads a page's chunk and its area's texts, once; a failed load may be retried. Null for unknown addresses. */
export function loadPage(path: string, search: string): LoadedPage | null {
  const entry = entries.get(path)
  const part = entry ? (partOf(entry, search) ?? later) : null
  if (!part) return null
  return (part.loaded ??= fetchPage(part))
}

function fetchPage(part: Part): LoadedPage {
  const { area, load, texts } = part
  const done = loadChunk(() => Promise.all([load(), area ? loadAreaTexts(area) : null, texts?.()])).then(
    ([module]) => void (page.component = module.default),
    (cause: unknown) => {
      // Rendering calls this again before it shows the failure; loading anew then would loop.
      setTimeout(() => delete part.loaded, FORGET_FAILURE_MS)
      throw cause
    },
  )
  const page: LoadedPage = { done }
  return page
}

/** Starts loading a page's chunk and its area's texts before the session is known. */
export function preloadPage(path: string, search: string): void {
  const entry = entries.get(path)
  const part = entry && partOf(entry, search)
  if (!part) return
  part.load().catch(() => undefined)
  if (part.area) preloadAreaTexts(part.area)
}

/**
 * Starts the first calls of the addressed page; it needs the session and its language, but not yet the menu. Resolves
 * when the page can be drawn, its load has failed, or it takes longer than the frame should wait.
 */
export async function openPage(path: string, search: string): Promise<void> {
  const entry = entries.get(path)
  const part = entry && partOf(entry, search)
  if (!part) return
  part.load().then(
    ({ ahead }) => ahead?.(),
    () => undefined,
  )
  const { done } = (part.loaded ??= fetchPage(part))
  const tooLong = new Promise((resolve) => setTimeout(resolve, FRAME_WAITS_MS))
  // A failure is shown where the page is drawn.
  await Promise.race([done.catch(() => undefined), tooLong])
}

/** Cards of the pages that a person may open, in order; loads the texts of their areas. */
export function homeCardsOf(permitted: ReadonlySet<string>): readonly DeskCard[] {
  return sets
    .flatMap(({ area, homeCards }) =>
      homeCards.map((card) => ({
        ...card,
        load: () => Promise.all([card.load(), area ? loadAreaTexts(area) : null]).then(([module]) => module),
      })),
    )
    .filter((card) => permitted.has(card.page))
    .toSorted((a, b) => a.order - b.order)
}
