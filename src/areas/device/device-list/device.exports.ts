import { exportColumn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { DEVICE_PATH, type DeviceRow } from '../device-wire.ts'
import { devicePage as en } from '../locale/page.en.ts'
import { devicePage as zh } from '../locale/page.zh.ts'
import { allDevices, deviceCount, type DeviceFilters } from './device-list.queries.ts'
import { filters, requireAnswerable, rowOf, VIEW } from '../device.routes.ts'

const texts = overridableTexts('devicePage', { en, zh })
const words = wordsOf(texts)
type Row = DeviceRow & { readonly language: Language }

const FILTERS: Readonly<Record<string, (language: Language) => string>> = {
  number: words('filters.number'),
  skuCode: words('fields.sku'),
  status: words('fields.status'),
  holderType: words('fields.holderType'),
  holderCode: words('fields.holderCode'),
  customerCode: words('filters.customer'),
  frozenBy: words('filters.frozenBy'),
  frozenLine: words('filters.frozenLine'),
  activatedFrom: (language) => `${texts[language].fields.activatedAt} >=`,
  activatedTo: (language) => `${texts[language].fields.activatedAt} <`,
}

/** The export itself refuses more than a list may have. */
const MOST = 1_000_001

/** The same list as a file; numbers are text, because a spreadsheet drops their last digits (domain.md section 9). */
export const deviceExport: ListExport = {
  name: 'device',
  path: `${DEVICE_PATH}/page/export`,
  key: 'id',
  viewRight: VIEW,
  right: 'device.registry.export',
  filters,
  isClosed: true,
  title: words('list.title'),
  filterTitle: (language, filter) => FILTERS[filter]?.(language) ?? filter,
  columns: [
    exportColumn<Row>('imei1', 'code', words('fields.imei1'), (row) => row.imei1),
    exportColumn<Row>('imei2', 'code', words('fields.imei2'), (row) => row.imei2),
    exportColumn<Row>('sn', 'code', words('fields.sn'), (row) => row.sn),
    exportColumn<Row>('sku', 'code', words('fields.sku'), (row) => row.skuCode),
    exportColumn<Row>('skuName', 'text', words('fields.skuName'), (row) => row.skuName),
    exportColumn<Row>('status', 'text', words('fields.status'), (row) => texts[row.language].status[row.status]),
    exportColumn<Row>(
      'holderType',
      'text',
      words('fields.holderType'),
      (row) => texts[row.language].holders[row.holderType],
    ),
    exportColumn<Row>('holder', 'text', words('fields.holder'), (row) => row.holderName ?? row.holderCode),
    exportColumn<Row>('holderCode', 'code', words('fields.holderCode'), (row) => row.holderCode),
    exportColumn<Row>('customer', 'text', words('fields.customer'), (row) => row.customerName),
    exportColumn<Row>('heldFrom', 'instant', words('fields.heldFrom'), (row) => moment(row.heldFrom)),
    exportColumn<Row>('soldOutAt', 'instant', words('fields.soldOutAt'), (row) => moment(row.soldOutAt)),
    exportColumn<Row>('activatedAt', 'instant', words('fields.activatedAt'), (row) => moment(row.activatedAt)),
    exportColumn<Row>('activationCountry', 'code', words('fields.activationCountry'), (row) => row.activationCountry),
  ],
  query: async (_tx, { principal, language }, { filters: given }) => {
    const asked = given as DeviceFilters
    requireAnswerable(asked)
    return {
      rows: allDevices(principal, language, asked),
      count: deviceCount(principal, asked, MOST),
      rowOf: (row) => ({ ...rowOf(row as unknown as DeviceRow), language }),
    }
  },
}
