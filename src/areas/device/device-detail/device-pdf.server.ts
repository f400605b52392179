import { Type } from 'typebox'
import { textsIn } from '#kernel/engine/read-list/list-file.ts'
import { pagePdfRoute, printedTime } from '#kernel/services/print/page-pdf.ts'
import { DEVICE_PATH } from '../device-wire.ts'
import { devicePage as en } from '../locale/page.en.ts'
import { devicePage as zh } from '../locale/page.zh.ts'
import { detailOf } from './device-detail.server.ts'

const words = textsIn({ devicePage: { en, zh } })

/** The page of a device on paper: what it is, who had it, and what was paid for it. */
export const devicePdf = pagePdfRoute<{ readonly id?: string; readonly number?: string }>({
  path: `${DEVICE_PATH}/detail/pdf`,
  right: 'device.registry.view',
  summary: 'The page of a device as a PDF: what it is, who had it, and what was paid for it',
  query: {
    id: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}$` })),
    number: Type.Optional(Type.String({ maxLength: 40 })),
  },
  async read(tx, context, query) {
    const { device, custody, claims } = await detailOf(tx, context, query)
    const text = words(context.language)
    const page = (path: string) => text(`devicePage.${path}`)
    const detail = (name: string) => page(`detail.${name}`)
    const field = (name: string) => page(`fields.${name}`)
    const time = (iso: string | null) => printedTime(iso, context)
    const until = (iso: string | null) => time(iso) ?? detail('now')
    return {
      title: detail('title'),
      no: device.imei1 ?? device.sn,
      state: page(`status.${device.status}`),
      facts: [
        [field('imei1'), device.imei1],
        [field('imei2'), device.imei2],
        [field('sn'), device.sn],
        [field('skuName'), device.skuName],
        [field('sku'), device.skuCode],
        [field('spu'), device.spuCode],
        [field('material'), device.materialCode],
        [field('carton'), device.cartonSn],
        [field('pallet'), device.palletSn],
        [field('producedOn'), device.producedOn],
        [field('destination'), device.destinationCountry],
        [field('registered'), detail(device.isRegistered ? 'yes' : 'not')],
        [field('quality'), page(`quality.${device.quality}`)],
        [field('demo'), detail(device.isDemo ? 'yes' : 'not')],
        [field('soldOutAt'), time(device.soldOutAt)],
        [field('activatedOn'), device.activatedOn],
        [field('activationCountry'), device.activationCountry],
      ],
      tables: [
        {
          title: detail('custody'),
          columns: [field('heldFrom'), detail('until'), field('holder'), field('holderType'), detail('document')],
          rows: custody.map((each) =>
            each.holderType === null || each.event === null
              ? [time(each.from), until(each.until), detail('elsewhere'), null, null]
              : [
                  time(each.from),
                  until(each.until),
                  each.holderName ?? (each.holderCode === '-' ? null : each.holderCode),
                  page(`holders.${each.holderType}`),
                  [each.documentNo, each.orderNo].filter(Boolean).join(', '),
                ],
          ),
        },
        ...(claims
          ? [
              {
                title: detail('claims'),
                columns: ['document', 'schemeType', 'state', 'amount', 'claimedAt', 'paidAt'].map(detail),
                amounts: [3],
                rows: claims.map((claim) => [
                  claim.documentNo,
                  page(`schemeTypes.${claim.schemeType}`),
                  page(`claimStates.${claim.state}`),
                  { amount: claim.amount, currency: claim.currency },
                  time(claim.heldAt),
                  time(claim.paidAt),
                ]),
              },
            ]
          : []),
      ],
    }
  },
})
