import type { PermissionSource } from './permission.ts'

let known: PermissionSource = { menu: [], dictionaries: new Map(), rights: {} }

/** Makes the menu and the rights of all areas known to what speaks of them all. Called once by each process, at start. */
export function registerPermissions(source: PermissionSource): void {
  known = source
}

export function knownPermissions(): PermissionSource {
  return known
}
