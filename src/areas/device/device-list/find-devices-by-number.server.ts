import type { FindSource } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import { devicePage as en } from '../locale/page.en.ts'
import { devicePage as zh } from '../locale/page.zh.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { deviceVisible, viewerValues } from '../device-detail/viewer.server.ts'
import { STATUS_COLOURS } from '../device-wire.ts'

interface Row {
  readonly id: string
  readonly number: string
  readonly status: keyof typeof STATUS_COLOURS
  readonly name_zh: string
  readonly name_en: string
}

/** The type code that an IMEI begins with. Fewer characters begin the numbers of too many devices. */
const SHORTEST = 8
/** Numbers that are looked at: of a shorter beginning, those that come first. */
const LOOKED_AT = 200

const byNumber = prepared<Row>(
  'device.find-by-number',
  `select d.id, coalesce(d.imei1, d.sn) as number, h.status, k.name_zh, k.name_en
   from (select distinct n.device_id from (
       select device_id from device_number where number >= $4 and number <= $4 || 'ZZZZZZZZZZZZZZZZZZZZ' order by number limit ${LOOKED_AT}) n) n
   join device d on d.id = n.device_id join device_holding h on h.device_id = d.id join sku k on k.code = d.sku_code
   where ${deviceVisible('d.id', 1)} order by number limit $5`,
)

const words = textsIn({ devicePage: { en, zh } })

/** Devices by the beginning of an IMEI or a serial number. */
export const deviceFinder: FindSource = {
  kind: 'devices',
  title: 'device.menu.list',
  icon: 'columns',
  right: 'device.registry.view',
  async find(tx, { principal, language }, { word, most }) {
    const number = word.toUpperCase()
    if (number.length < SHORTEST || !/^[A-Z0-9]*\d[A-Z0-9]*$/.test(number)) return []
    const rows = await tx.rows(byNumber(...viewerValues(principal), number, most))
    return rows.map((row) =>
      foundThing({
        key: row.number,
        title: row.number,
        hint: language === 'zh' ? row.name_zh : row.name_en,
        state: {
          label: words(language)(`devicePage.status.${row.status}`),
          colour: STATUS_COLOURS[row.status],
        },
        url: `/imei/pc/detail?id=${row.id}`,
        mobileUrl: `/imei/mobile/detail?id=${row.id}`,
      }),
    )
  },
}
