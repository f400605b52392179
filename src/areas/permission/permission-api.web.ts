import { type CallOptions, post } from '#kernel/web/console/client/api.ts'
import type { Page, PageRequest } from '#kernel/web/console/client/paging.ts'
import { queryClient } from '#kernel/web/console/client/query-client.ts'
import type {
  AccessOptions,
  AccessRow,
  ConflictView,
  Matrix,
  MenuRow,
  PermissionDryRun,
  RightsCatalogue,
  RoleRow,
  WhyAnswer,
} from './permission-wire.ts'
import type { PlaceKind } from './place-kinds.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

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
  const isDryRun = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey.includes('dryRun')
  void queryClient.invalidateQueries({
    predicate: (query) => query.queryKey.includes('permission') && !isDryRun(query),
  })
  // The draft of an open dry run may be the one that is gone: to ask for it again would be refused, and kept in the audit.
  void queryClient.invalidateQueries({ predicate: isDryRun, refetchType: 'none' })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes('permissionAccess') || queryKey.includes('accessRequest'),
  })
}
