import type { PermissionSource } from './permission.ts'

let known: PermissionSource = { menu: [], dictionaries: new Map(), rights: {} }

/** Registers the menu and rights of all areas for code that is about all of them. Called once by each process, at start. */
export function registerPermissions(source: PermissionSource): void {
  known = source
}

export function knownPermissions(): PermissionSource {
  return known
}
