import type { Setting } from './setting.ts'

/** A kind of setting, and the path of its calls. */
export interface KnownSetting {
  readonly setting: Setting<unknown>
  readonly path: string
}

const known = new Map<string, KnownSetting>()

/** Registers a kind with its calls, for code that works on drafts of any kind. */
export function knowSetting(setting: Setting<unknown>, path: string): void {
  known.set(setting.kind, { setting, path })
}

/** The kind whose audit rows have this type of document. */
export function settingAuditedAs(documentType: string | null): Setting<unknown> | undefined {
  return [...known.values()].find(({ setting }) => setting.audited === documentType)?.setting
}

export function knownSetting(kind: string): KnownSetting | undefined {
  return known.get(kind)
}
