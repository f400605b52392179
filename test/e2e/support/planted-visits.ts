import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { type AnyRecord, columnFor, storedFields } from '#kernel/engine/record/definition.ts'
import { pageTable, phonePaths } from '#app/pages.ts'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { markupOf } from '#test/e2e/support/planted-markup.ts'
import type { PlantedOffice } from './planted.ts'
import type { Width } from './person.ts'

/** An address, and the markup that must be on it as text: `a|b` is either. */
export interface Visit {
  readonly address: string
  readonly shows: readonly string[]
}

export interface Definitions {
  readonly records: readonly AnyRecord[]
  readonly documents: readonly AnyDefinition[]
}

export async function allDefinitions(): Promise<Definitions> {
  const loaded = await loadAreaServers(areas)
  return {
    records: loaded.flatMap((area) => area.records ?? []),
    documents: loaded.flatMap((area) => area.documents.map(({ definition }) => definition as AnyDefinition)),
  }
}

const ON_PHONE: ReadonlySet<string> = new Set(phonePaths)
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** For each record: its list with an opened row, or its page on a phone. */
export function recordVisits({ records }: Definitions, { planted }: PlantedOffice, width: Width): readonly Visit[] {
  return records.map((record) => {
    const row = planted.rows.get(record.name)
    const id = row?.id ?? ''
    const declared = storedFields(record).map(([name, field]) => `${record.table}.${columnFor(name, field)}`)
    const shows = declared.filter((column) => planted.declared.has(column) && row?.columns.has(column))
    const address = width === 'desktop' ? `${record.page}?record=${id}` : `${record.phonePage}?id=${id}`
    return { address, shows }
  })
}

interface Numbered {
  readonly no: string
  readonly instance: string
  readonly drafting: boolean
}

/** For each document type: its list, a submitted document, a draft. */
export async function documentVisits(
  { documents }: Definitions,
  { query }: PlantedOffice,
  width: Width,
): Promise<readonly Visit[]> {
  const visits = documents.map(async ({ table, pages, fields, initial, actions }) => {
    const found = await query<Numbered>(
      `select distinct on (drafting) no, concat(id, '-', round) as instance, state = '${initial}' as drafting
       from ${table} order by drafting, id desc`,
    )
    // An approval shows the document as it was submitted.
    const submitted = actions['approve'] ? `${table}.reason|approval_instance.header` : `${table}.reason`
    const reason = 'reason' in fields ? [submitted] : []
    const [shown, written] =
      width === 'desktop' ? [pages.pc, pages.edit] : [pages.mobile, pages.mobileEdit ?? pages.mobile]
    const each = found.map(({ no, instance, drafting }) =>
      drafting
        ? { address: withQuery(written, `applyNo=${no}&idcCode=IN`), shows: [] }
        : { address: withQuery(shown, `formInstanceId=${instance}`), shows: reason },
    )
    return width === 'desktop' ? [{ address: pages.list, shows: [] }, ...each] : each
  })
  return (await Promise.all(visits)).flat()
}

const FUNDS = ['account', 'rebate', 'flow', 'receivable', 'invoice']

const OTHERS: Readonly<Record<Width, readonly string[]>> = {
  desktop: [
    '/index',
    '/budget/pc/country/list?idcCode=IN',
    '/budget/pc/project/list?view=lines&idcCode=IN',
    '/budget/pc/overview?idcCode=IN',
    '/budget/pc/repair',
    '/budget/pc/self-check',
    '/budget/pc/year-end',
    '/budget/pc/plan/import',
    '/tasks/pc?view=all',
    '/tasks/absence',
    '/notifications',
    '/notifications/settings',
    '/download/center',
    '/imports',
    '/system/monitor',
    '/system/parameters',
    '/system/dictionaries',
    '/system/translations',
    '/system/roles',
    '/system/roles/edit?code=manager',
    '/system/permissions',
    '/system/access',
    '/system/access/edit?account=in.manager',
    '/system/requests',
    '/system/duties',
    '/system/menus',
    '/system/why?account=in.manager&target=budget.country.view',
    '/system/sessions',
    '/account/sessions',
    '/system/audit',
    '/approval/templates',
    '/approval/bands',
    '/master/pc/organisation?shape=tree',
    '/master/pc/store?shape=map',
    '/customer/pc/own',
    '/store/pc/own',
    ...FUNDS.map((name) => `/funds/pc/${name}`),
    '/master/pc/syncRun',
    '/master/pc/syncPush',
  ],
  phone: [
    '/tasks/mobile',
    '/budget/mobile/overview',
    '/customer/mobile/own',
    '/store/mobile/own',
    ...FUNDS.map((name) => `/funds/mobile/${name}`),
  ],
}

export function otherVisits(width: Width): readonly Visit[] {
  return OTHERS[width].map((address) => ({ address, shows: [] }))
}

/** Every parameter that some page reads from its address; those of lists are their filters. */
const PARAMETERS =
  'record id form code account target place view shape type page limit sort keyword no state status kind idcCode year topAreaId applyType ' +
  'applyNo projectPoolCode level hideDetail formInstanceId taskId asOf undoOf token recordKind recordKey health fundedBy documentType day ' +
  'currency countryBudgetCodes changeKind budgetDeptCode subject holder drafter createdFrom createdTo new.code new.nameEn'

/** Every page with markup in every parameter that any page reads. */
export function reflectingVisits({ records, documents }: Definitions, width: Width): readonly Visit[] {
  const filters = new Map<string, readonly string[]>([
    ...records.map(({ page, list }) => [page, list.filters] as const),
    ...documents.map(({ pages, list }) => [pages.list.split('?')[0] ?? '', list.filters as readonly string[]] as const),
  ])
  const paths = pageTable.pages.map(({ path }) => path).filter((path) => ON_PHONE.has(path) === (width === 'phone'))
  return [...paths, '/nowhere'].map((path) => {
    const names = [...new Set([...PARAMETERS.split(' '), ...(filters.get(path) ?? [])])]
    const query = new URLSearchParams(names.map((name) => [name, markupOf(`address.${name}`)]))
    return { address: `${path}?${query}#${encodeURIComponent(markupOf('address'))}`, shows: [] }
  })
}
