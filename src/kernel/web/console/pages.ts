import type { ComponentType } from 'react'
import type { IconName } from '#kernel/web/ui/Icon.tsx'
import { loadAreaTexts, preloadAreaTexts } from './client/i18n.ts'
import type { GroupEntry, PageEntry, PageTable } from './page-entry.ts'
import { loadChunk } from './client/chunks.ts'

interface PageModule {
  readonly default: ComponentType
  /** Starts the calls that the page begins with. It is called beside the permission call, so its calls must be ones whose refusal says nothing. */
  readonly ahead?: () => void
}

type LoadPage = () => Promise<PageModule>

/**
 * One page of an area. How it stands in the frame is said in the app's page table, whether a person has it in the
 * permitted menu: here is only what is drawn.
 */
export interface PageDeclaration {
  readonly path: string
  readonly load: LoadPage
  /** Drawn instead where the address names a document (`formInstanceId`): one address both writes and shows it (spec section 2). */
  readonly document?: LoadPage
  /** The list this page is reached from: a step of its breadcrumb. */
  readonly parent?: string
  /** Fetches texts that only this page needs, once the language is known. */
  readonly texts?: () => Promise<void>
}

/** A card on the home page. Who may open its page has it; the menu's right is the card's. */
export interface HomeCard {
  readonly key: string
  /** Path of the page that its numbers lead to. */
  readonly page: string
  /** Smaller stands further up; my tasks are 10, my documents 20. */
  readonly order: number
  readonly load: LoadPage
}

/** Something to do from the command palette. Who may open its page may do it. */
export interface PageAction {
  readonly key: string
  readonly page: string
  readonly icon: IconName
  /** Called once the area's texts are there. */
  readonly label: () => string
  /** Where it begins; asked anew each time. */
  readonly address: () => string
}

export interface PageSet {
  /** Area whose texts the pages need; null for pages of the kernel. */
  readonly area: string | null
  readonly pages: readonly PageDeclaration[]
  readonly homeCards: readonly HomeCard[]
  readonly actions: readonly PageAction[]
}

export function definePages(
  area: string | null,
  pages: readonly PageDeclaration[],
  more: Partial<Pick<PageSet, 'homeCards' | 'actions'>> = {},
): PageSet {
  return { area, pages, homeCards: more.homeCards ?? [], actions: more.actions ?? [] }
}

interface Part {
  readonly area: string | null
  readonly load: LoadPage
  readonly parent?: string
  readonly texts?: () => Promise<void>
  loaded?: LoadedPage
}

/** A page that is being fetched, or has been. */
export interface LoadedPage {
  /** There once code and texts have come; from then on the page is drawn without waiting. */
  component?: ComponentType
  /** Settles with the fetch. */
  readonly done: Promise<void>
}

export interface KnownPage extends PageEntry {
  /** False while the page's area is not built: it says so itself, to anyone, and needs no right. */
  readonly isBuilt: boolean
  readonly parent?: string
}

const FORGET_FAILURE_MS = 1_000
/** A page that comes within this time is drawn together with its frame; the frame is not drawn twice then. */
const FRAME_WAITS_MS = 300

const entries = new Map<string, PageEntry>()
const parts = new Map<string, Part>()
/** The same where the address names a document. */
const shown = new Map<string, Part>()
let groups: readonly GroupEntry[] = []
let sets: readonly PageSet[] = []
let later: Part | null = null

export interface Registration {
  readonly table: PageTable
  readonly sets: readonly PageSet[]
  /** Stands at the address of every page that no area has built yet. */
  readonly later: LoadPage
}

export function registerPages({ table, sets: registered, later: load }: Registration): void {
  for (const entry of table.pages) entries.set(entry.path, entry)
  groups = table.groups
  later = { area: null, load }
  for (const set of registered) addPages(set)
}

/** Pages that came later than the others; the table of pages has them already. */
export function addPages(set: PageSet): void {
  sets = [...sets, set]
  for (const page of set.pages) {
    if (!entries.has(page.path)) throw new Error(`the page ${page.path} is missing in the table of pages`)
    parts.set(page.path, { ...page, area: set.area })
    if (page.document) shown.set(page.path, { ...page, load: page.document, area: set.area })
  }
}

export function findPage(path: string): KnownPage | undefined {
  const entry = entries.get(path)
  if (!entry) return undefined
  const part = partOf(entry)
  return { ...entry, isBuilt: part !== undefined, ...(part?.parent ? { parent: part.parent } : {}) }
}

export function findGroup(path: string): GroupEntry | undefined {
  return groups.find((group) => group.path === path)
}

function partOf(entry: PageEntry, search = ''): Part | undefined {
  const document = shown.get(entry.path)
  if (document && new URLSearchParams(search).has('formInstanceId')) return document
  return parts.get(entry.path) ?? parts.get(entry.sameComponentAs ?? '')
}

/** Fetches a page's chunk and its area's texts, once; a failed load may be tried again. Null for what is no page. */
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
      // Drawing asks again before it shows the failure; loading anew for that would go in a circle.
      setTimeout(() => delete part.loaded, FORGET_FAILURE_MS)
      throw cause
    },
  )
  const page: LoadedPage = { done }
  return page
}

/** Starts fetching a page's chunk and its area's texts before the session is there. */
export function preloadPage(path: string, search: string): void {
  const entry = entries.get(path)
  const part = entry && partOf(entry, search)
  if (!part) return
  part.load().catch(() => undefined)
  if (part.area) preloadAreaTexts(part.area)
}

/**
 * Starts the first calls of the page that the address names; it needs the session and its language, and not yet the menu. Answers when the page can
 * be drawn, or its fetch has failed, or takes longer than the frame should wait for it.
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
  // A failure is told where the page is drawn.
  await Promise.race([done.catch(() => undefined), tooLong])
}

/** Cards of the pages that a person has, in their order; the texts of their areas come with them. */
export function homeCardsOf(permitted: ReadonlySet<string>): readonly HomeCard[] {
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

/** Actions that a person may begin, once their texts are there. */
export async function actionsOf(permitted: ReadonlySet<string>): Promise<readonly PageAction[]> {
  const found = sets.flatMap(({ area, actions }) =>
    actions.filter((action) => permitted.has(action.page)).map((action) => ({ area, action })),
  )
  const areas = [...new Set(found.flatMap(({ area }) => area ?? []))]
  await Promise.all(areas.map(loadAreaTexts))
  return found.map(({ action }) => action)
}
