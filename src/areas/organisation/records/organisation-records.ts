import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { area } from './area.record.ts'
import { country } from './country.record.ts'
import { currency } from './currency.record.ts'
import { currencyRate } from './currency-rate.record.ts'
import { idc } from './idc.record.ts'
import { inventoryOrganisation } from './inventory-organisation.record.ts'
import { legalEntity } from './legal-entity.record.ts'
import { operatingUnit } from './operating-unit.record.ts'
import { organisation } from './organisation.record.ts'
import { warZone } from './war-zone.record.ts'
import { whiteCustomer } from './white-customer.record.ts'

/** Of the menu group of master data. */
export const masterRecords: readonly AnyRecord[] = [
  organisation,
  area,
  idc,
  warZone,
  whiteCustomer,
  country,
  currency,
  currencyRate,
]
/** The accounting part of the organisation. */
export const accountingRecords: readonly AnyRecord[] = [legalEntity, operatingUnit, inventoryOrganisation]

export const records: readonly AnyRecord[] = [...masterRecords, ...accountingRecords]
