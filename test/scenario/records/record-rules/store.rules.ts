import { storeImage } from '#areas/store/records/store-image.record.ts'
import { location } from '#areas/store/records/location.record.ts'
import { store } from '#areas/store/records/store.record.ts'
import { warehouse } from '#areas/store/records/warehouse.record.ts'
import type { RuleCase } from './rule-case.ts'

/** Rules of stores, their images, warehouses and locations. */
export const rules: readonly RuleCase[] = [
  {
    rule: 'Q7',
    record: warehouse,
    given: { type: null },
    field: 'type',
    zh: '请填写类型',
    en: 'Type is required',
  },
  {
    rule: 'Q8',
    record: location,
    given: { subLocation: null },
    field: 'subLocation',
    zh: '请填写子库位',
    en: 'Sub-location is required',
  },
  {
    rule: 'B20',
    record: warehouse,
    given: { inventoryOrganisationCode: 'IO-ID' },
    to: 'WH-IN-04',
    field: 'customerCode',
    zh: '仓库的库存组织与客户主体必须一致',
    en: "A warehouse's inventory organization and customer entity must match",
  },
  {
    rule: 'B19',
    record: location,
    to: '990001',
    act: 'disable',
    zh: '990001是价差调拨库位，不能变更',
    en: '990001 is the transfer location of price errors: it stays as it is',
  },
  {
    rule: 'F10',
    record: storeImage,
    given: { takenAt: '2099-01-01T08:00:00Z' },
    field: 'takenAt',
    zh: '不允许选择未来时间',
    en: 'Future times are not allowed',
  },
  {
    rule: '040',
    record: store,
    given: { latitude: '90.5' },
    field: 'latitude',
    zh: '纬度的写法如：-90 … 90',
    en: 'Latitude is written like -90 … 90',
  },
  {
    rule: '040',
    record: store,
    given: { longitude: null },
    field: 'longitude',
    zh: '经度：纬度和经度须同时填写或同时留空',
    en: 'Longitude: latitude and longitude belong together; give both or none',
  },
]
