import { prepared } from '#kernel/platform/db/statement.ts'
import type { FindSource } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import { devicePage as en } from '../locale/page.en.ts'
import { devicePage as zh } from '../locale/page.zh.ts'
import { deviceVisible, viewerValues } from '../device-detail/viewer.server.ts'

interface Row {
  readonly kind: 'carton' | 'pallet'
  readonly number: string
}

/** A carton or a pallet with at least one device that the reader sees. */
const byPackage = prepared<Row>(
  'device.find-package',
  `select k.kind, $4 as number from (values ('carton'), ('pallet')) k (kind)
   where exists (select from device d where k.kind = 'carton' and d.carton_sn = $4 and ${deviceVisible('d.id', 1)})
     or exists (select from device d where k.kind = 'pallet' and d.pallet_sn = $4 and ${deviceVisible('d.id', 1)})`,
)

const words = textsIn({ devicePage: { en, zh } })
const FILTERS = { carton: 'cartonSn', pallet: 'palletSn' } as const

/** Cartons and pallets by their whole number: the list of the devices that were packed into them. */
export const packageFinder: FindSource = {
  kind: 'packages',
  title: 'device.packages',
  icon: 'rowsWide',
  right: 'device.registry.view',
  async find(tx, { principal, language }, { word }) {
    const rows = await tx.rows(byPackage(...viewerValues(principal), word.toUpperCase()))
    return rows.map(({ kind, number }) =>
      foundThing({
        key: `${kind} ${number}`,
        title: number,
        hint: words(language)(`devicePage.fields.${kind}`),
        url: `/imei/list?${FILTERS[kind]}=${encodeURIComponent(number)}`,
      }),
    )
  },
}
