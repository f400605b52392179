/**
 * All that other areas may call of this one: what a document asks of devices, and what it does with them.
 *
 * - Facts are statements with a reader: `findDevices`, `stockSnapshot`, `stockFoundBy`, `frozenLeftFoundBy`, `liveClaims`, `claimsOf`, `volumesOf`, `countedUnitsFoundBy`.
 * - Rules are pure: `checkClaims`, `checkRecovery`, and the refusals of `readDevices`.
 * - What a plan does are `writes`: `freezeStock`, `holdClaims`, `holdFrozen`, `payClaims`, `releaseClaims`, `recoverClaims`. Each is guarded: where another
 *   document was faster the action reads again, and the rules name it.
 */
/** @public Of negative redemption. */
export { checkRecovery } from './device.rules.ts'
export {
  checkClaims,
  type ClaimState,
  type ClaimUnit,
  type DeviceClaim,
  type Finding,
  type FoundDevice,
} from './device.rules.ts'
/** @public For forms and files that take numbers (F9). */
export { type NumberFault, readDeviceNumber, type ReadNumber, splitDeviceNumbers } from './imei.ts'
export {
  claimsOf,
  holdClaims,
  liveClaims,
  payClaims,
  readClaims,
  releaseClaims,
  type UnitToPay,
} from './server/claims.ts'
/** @public Of negative redemption. */
export { recoverClaims } from './server/claims.ts'
export { findDevices, readDevices } from './server/find-devices.ts'
export {
  type FrozenLeft,
  frozenLeftFoundBy,
  type FrozenPick,
  frozenUnitsFoundBy,
  holdFrozen,
} from './server/frozen-stock.ts'
export {
  freezeStock,
  type FrozenLine,
  frozenStock,
  frozenUnits,
  readFrozenStock,
  readStock,
  type Stock,
  type StockAsked,
  stockFoundBy,
  stockSnapshot,
  type StockUnit,
  stockUnits,
} from './server/stock.ts'
export type { Viewer } from './server/viewer.ts'
export {
  countedUnitsFoundBy,
  readVolumes,
  type Volume,
  type VolumeAsked,
  type VolumeBasis,
  volumesFoundBy,
  volumesOf,
} from './server/volumes.ts'
