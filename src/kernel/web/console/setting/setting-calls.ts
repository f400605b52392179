import { post, type CallOptions } from '../client/api.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'

type Options = Omit<CallOptions, 'method' | 'body'>

/** The rights to a setting: the buttons of a menu entry. */
export interface SettingRights {
  readonly menu: string
  readonly edit: string
  readonly publish: string
}

/** The calls of one kind of setting, as created by `settingRoutes`. */
export interface SettingCalls<C> {
  readonly rights: SettingRights
  readonly read: (key: string, options: Options) => Promise<SettingView<C>>
  readonly save: (
    body: { readonly key: string; readonly draftVersion: number; readonly content: C; readonly note: string },
    options: Options,
  ) => Promise<DraftView<C>>
  readonly discard: (key: string, draftVersion: number) => Promise<{ key: string }>
  readonly restore: (key: string, draftVersion: number, version: number) => Promise<DraftView<C>>
  readonly publish: (key: string, draftVersion: number, options: Options) => Promise<{ version: number }>
}

/** Kinds whose detail call needs more than a key provide their own. */
export function settingCalls<C>(
  path: string,
  rights: SettingRights,
  read: SettingCalls<C>['read'] = (key, options) => post<SettingView<C>>(`${path}/detail`, { key }, options),
): SettingCalls<C> {
  return {
    rights,
    read,
    save: (body, options) => post<DraftView<C>>(`${path}/draft/save`, body, options),
    discard: (key, draftVersion) => post<{ key: string }>(`${path}/draft/discard`, { key, draftVersion }),
    restore: (key, draftVersion, version) =>
      post<DraftView<C>>(`${path}/draft/restore`, { key, draftVersion, version }),
    publish: (key, draftVersion, options) =>
      post<{ version: number }>(`${path}/publish`, { key, draftVersion }, options),
  }
}
