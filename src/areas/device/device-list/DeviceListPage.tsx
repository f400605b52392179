import { useMemo } from 'react'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { codeColumn, documentColumn, stateColumn, textColumn, timeColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { type DeviceRow, HOLDER_TYPES, STATUS_COLOURS, STATUSES } from '../device-wire.ts'
import { deviceAddress, deviceApi } from '../device-api.web.ts'
import { deviceText } from '../device-texts.web.ts'

/** Devices with their holders; searchable by several numbers at once. */
export default function DeviceListPage() {
  const columns = useMemo(() => deviceColumns(), [])
  const filters = useMemo(() => deviceFilters(), [])
  return (
    <ListPage title={deviceText('list.title')}>
      <ListView<DeviceRow>
        name="device"
        caption={deviceText('list.title')}
        columns={columns}
        rowKey={idOf}
        filters={filters}
        fetchPage={(request, signal) => deviceApi.page(request, { signal, handles: true })}
        fetchCount={(asked, signal) => deviceApi.count(asked, { signal, handles: true })}
        ways={{
          newest: deviceText('list.ways.newest'),
          newer: deviceText('list.ways.newer'),
          older: deviceText('list.ways.older'),
          oldest: deviceText('list.ways.oldest'),
        }}
        addressOf={deviceAddress}
        emptyText={deviceText('list.empty')}
        tools={(view) => <ExportButton path={deviceApi.exportPath} right="device.registry.export" view={view} />}
      />
    </ListPage>
  )
}

const idOf = (row: DeviceRow): string => row.id

function deviceColumns(): readonly Column<DeviceRow>[] {
  return [
    documentColumn<DeviceRow>('imei1', deviceText('fields.imei1'), {
      no: (row) => row.imei1 ?? row.sn,
      address: deviceAddress,
    }),
    codeColumn('imei2', deviceText('fields.imei2'), (row) => row.imei2 ?? '', { width: 150 }),
    codeColumn('sn', deviceText('fields.sn'), (row) => row.sn, { width: 170 }),
    textColumn('skuName', deviceText('fields.skuName'), (row) => row.skuName, { width: 220 }),
    codeColumn('sku', deviceText('fields.sku'), (row) => row.skuCode, { width: 150 }),
    stateColumn('status', deviceText('fields.status'), {
      state: (row) => row.status,
      colours: STATUS_COLOURS,
      text: (status) => deviceText(`status.${status}`),
    }),
    textColumn('holderType', deviceText('fields.holderType'), holderTypeOf, { width: 130 }),
    textColumn('holder', deviceText('fields.holder'), holderOf, { width: 200 }),
    codeColumn('holderCode', deviceText('fields.holderCode'), (row) => row.holderCode, { isHidden: true }),
    textColumn('customer', deviceText('fields.customer'), (row) => row.customerName, { width: 200 }),
    timeColumn('heldFrom', deviceText('fields.heldFrom'), (row) => row.heldFrom),
    timeColumn('soldOutAt', deviceText('fields.soldOutAt'), (row) => row.soldOutAt),
    timeColumn('activatedAt', deviceText('fields.activatedAt'), (row) => row.activatedAt),
    textColumn('activationCountry', deviceText('fields.activationCountry'), (row) => row.activationCountry),
  ]
}

/** A consumer has no name here. */
const holderOf = ({ holderName, holderCode }: DeviceRow) => holderName ?? (holderCode === '-' ? null : holderCode)

/** People limited to a customer also see devices that the customer had: marked as such. */
export function holderTypeOf(row: DeviceRow): string {
  const name = deviceText(`holders.${row.holderType}`)
  return row.isHolding ? name : `${name} (${deviceText('detail.no')})`
}

function deviceFilters(): readonly FilterSpec[] {
  const options = (codes: readonly string[], text: (code: never) => string) =>
    codes.map((value) => ({ value, label: text(value as never) }))
  return [
    { kind: 'text', name: 'number', label: deviceText('filters.number'), isList: true },
    { kind: 'text', name: 'skuCode', label: deviceText('fields.sku') },
    {
      kind: 'choice',
      name: 'status',
      label: deviceText('fields.status'),
      options: options(STATUSES, (status: keyof typeof STATUS_COLOURS) => deviceText(`status.${status}`)),
    },
    { kind: 'text', name: 'customerCode', label: deviceText('filters.customer') },
    { kind: 'dates', name: 'activated', label: deviceText('fields.activatedAt') },
    {
      kind: 'choice',
      name: 'holderType',
      label: deviceText('fields.holderType'),
      options: options(HOLDER_TYPES, (type: (typeof HOLDER_TYPES)[number]) => deviceText(`holders.${type}`)),
    },
    { kind: 'text', name: 'holderCode', label: deviceText('fields.holderCode') },
    { kind: 'text', name: 'frozenBy', label: deviceText('filters.frozenBy') },
    { kind: 'number', name: 'frozenLine', label: deviceText('filters.frozenLine'), rule: { range: [1, 100_000] } },
  ]
}
