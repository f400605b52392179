import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/web/console/client/paging.ts'
import { queryClient } from '#kernel/web/console/client/query-client.ts'
import type { AccessRow, ConflictView, Named, PlaceKind, PermissionDryRun, WhyAnswer } from './permission-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

export interface RoleRow {
  readonly code: string
  readonly name: string
  readonly rights: number
  readonly people: number
  readonly draftBy: string | null
  readonly draftAt: string | null
}

export interface RightRow extends Named {
  readonly area: string
}

export interface RightsCatalogue {
  readonly rights: readonly RightRow[]
  readonly pages: readonly (Named & {
    readonly rights: readonly string[]
    readonly buttons: readonly string[]
    readonly hidden: boolean
  })[]
  /** Roles that the caller holds themselves. */
  readonly own: readonly string[]
}

export interface Matrix {
  readonly roles: readonly Named[]
  readonly rights: readonly (RightRow & { readonly roles: readonly string[] })[]
}

export interface AccessOptions {
  readonly roles: readonly (Named & { readonly rights?: readonly string[] })[]
  readonly places: readonly (Named & { readonly kind: PlaceKind })[]
  /** Possible questions: pages by address, rights by code. */
  readonly subjects: { readonly pages: readonly Named[]; readonly rights: readonly Named[] }
}

export interface MenuRow {
  readonly code: string
  readonly pcode: string
  readonly name: string
  readonly nameEn: string
  readonly icon: string
  readonly url: string
  readonly routingCache: boolean
  readonly hidden: boolean
  readonly sortIndex: number
  readonly buttons: readonly string[]
  readonly rights: readonly string[]
  readonly isGroup: boolean
}

export interface WhyQuestion {
  readonly account: string
  readonly kind: 'page' | 'right' | 'document'
  readonly target: string
  readonly place?: string
}

const at = (path: string): string => `/aps/permission/${path}`

export const permissionPaths = {
  role: at('role'),
  access: at('access'),
  segregationRule: at('segregationRule'),
  menu: at('menu'),
} as const

export const permissionApi = {
  roles: (options: Options) => post<readonly RoleRow[]>(at('role/list'), {}, options),
  catalogue: (options: Options) => post<RightsCatalogue>(at('role/catalogue'), {}, options),
  matrix: (options: Options) => post<Matrix>(at('matrix'), {}, options),
  people: (request: PageRequest, options: Options) =>
    post<Page<AccessRow> & { readonly superAdmins: readonly { account: string; name: string }[] }>(
      at('access/page'),
      request,
      options,
    ),
  options: (options: Options) => post<AccessOptions>(at('access/options'), {}, options),
  draftRequest: (body: {
    readonly id: string
    readonly role: string
    readonly kind: PlaceKind
    readonly code: string
  }) => post<{ account: string }>(at('request/draft'), body, {}),
  declineRequest: (id: string, answer: string) => post<{ id: string }>(at('request/decline'), { id, answer }, {}),
  holders: (options: Options) =>
    post<{ readonly total: number; readonly records: readonly ConflictView[] }>(
      at('segregationRule/holders'),
      {},
      options,
    ),
  menus: (options: Options) => post<readonly MenuRow[]>(at('menu/catalogue'), {}, options),
  why: (question: WhyQuestion, options: Options) => post<WhyAnswer>(at('why'), question, options),
  performDryRun: (path: string, key: string, options: Options) =>
    post<PermissionDryRun>(`${path}/performDryRun`, { key }, options),
}

const all = ['permission'] as const
export const permissionKeys = {
  all,
  roles: [...all, 'roles'],
  catalogue: [...all, 'catalogue'],
  matrix: [...all, 'matrix'],
  options: [...all, 'options'],
  holders: [...all, 'holders'],
  menus: [...all, 'menus'],
  setting: (path: string, key: string) => [...all, 'setting', path, key],
  dryRun: (path: string, key: string, version: number) => [...all, 'dryRun', path, key, version],
  why: (question: WhyQuestion) => [...all, 'why', question],
}

/** Invalidates queries after something was published, drafted from a request, or declined. */
export function accessChanged(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('permission') })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes('permissionAccess') || queryKey.includes('accessRequest'),
  })
}
