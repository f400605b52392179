/**
 * The public interface of this area: facts about devices for documents, and their writes.
 *
 * - Facts are statements with a reader: `findDevices`, `stockSnapshot`, `stockFoundBy`, `frozenLeftFoundBy`,
 *   `liveClaims`, `claimsOf`, `volumesFoundBy`, `countedUnitsFoundBy`.
 * - Rules are pure: `checkClaims`, `checkRecovery`, and the refusals of `readDevices`.
 * - Plans return `writes`: `freezeStock`, `holdClaims`, `holdFrozen`, `payClaims`, `releaseClaims`, `recoverClaims`.
 *   Each is guarded: where another document was faster the action reads again, and the rules name it.
 */
export { checkClaims, checkRecovery, type ClaimUnit, type DeviceClaim, type DeviceFinding } from './device.rules.ts'
export { readDeviceNumber, splitDeviceNumbers } from './imei.ts'
export {
  claimsOf,
  holdClaims,
  liveClaims,
  payClaims,
  readClaims,
  recoverClaims,
  releaseClaims,
  type UnitToPay,
} from './claims/claims.server.ts'
export { findDevices, readDevices } from './device-list/find-devices.server.ts'
export {
  type FrozenLeft,
  frozenLeftFoundBy,
  type FrozenPick,
  type FrozenUnit,
  frozenUnitsFoundBy,
  holdFrozen,
} from './stock/frozen-stock.server.ts'
export {
  freezeStock,
  type FrozenLine,
  readFrozenStock,
  readStock,
  stockFoundBy,
  stockSnapshot,
} from './stock/stock.server.ts'
export { countedUnitsFoundBy, readVolumes, volumesFoundBy, volumesOf } from './stock/volumes.server.ts'
