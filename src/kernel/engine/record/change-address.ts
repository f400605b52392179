import type { AnyRecord } from './definition.ts'

/** Pages of changes by approval, on both devices. */
export const CHANGE_PAGES = {
  pc: '/master/pc/change',
  mobile: '/master/mobile/change',
  list: '/master/pc/change/list',
  apply: '/master/pc/change/apply',
  mobileApply: '/master/mobile/change/apply',
} as const

export type ChangeKind = 'new' | 'change'

/** The form that requests the approval of a draft, or a change of guarded fields. */
export function askAddress(
  device: 'pc' | 'mobile',
  { name }: Pick<AnyRecord, 'name'>,
  recordKey: string,
  changeKind: ChangeKind,
): string {
  const page = device === 'pc' ? CHANGE_PAGES.apply : CHANGE_PAGES.mobileApply
  return `${page}?${new URLSearchParams({ changeKind, recordKind: name, recordKey })}`
}

/** An existing change request. */
export function changeAddress(device: 'pc' | 'mobile', formInstanceId: string): string {
  return `${CHANGE_PAGES[device]}?${new URLSearchParams({ formInstanceId })}`
}
