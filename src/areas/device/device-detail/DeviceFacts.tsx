import type { ReactNode } from 'react'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import type { ClaimView, CustodyView, DeviceDetail } from '../device-schemas.ts'
import { CLAIM_COLOURS, isKnownSchemeType, STATUS_COLOURS } from '../device-wire.ts'
import { deviceText } from '../device-texts.web.ts'
import './device.css'

/** The facts of a device as label and value, the same on both widths. */
export function deviceFacts({ device }: DeviceDetail): readonly (readonly [label: string, value: ReactNode])[] {
  const yes = (is: boolean) => deviceText(is ? 'detail.yes' : 'detail.not')
  const number = (value: string | null) => (value === null ? '/' : <span className="code">{value}</span>)
  return [
    [deviceText('fields.imei1'), number(device.imei1)],
    [deviceText('fields.imei2'), number(device.imei2)],
    [deviceText('fields.sn'), number(device.sn)],
    [deviceText('fields.skuName'), device.skuName],
    [deviceText('fields.sku'), number(device.skuCode)],
    [deviceText('fields.spu'), number(device.spuCode)],
    [deviceText('fields.material'), number(device.materialCode)],
    [deviceText('fields.carton'), number(device.cartonSn)],
    [deviceText('fields.pallet'), number(device.palletSn)],
    [deviceText('fields.producedOn'), device.producedOn],
    [deviceText('fields.destination'), device.destinationCountry],
    [deviceText('fields.registered'), yes(device.isRegistered)],
    [deviceText('fields.quality'), deviceText(`quality.${device.quality}`)],
    [deviceText('fields.demo'), yes(device.isDemo)],
    [deviceText('fields.soldOutAt'), device.soldOutAt ? timeText(device.soldOutAt) : '/'],
    [deviceText('fields.activatedOn'), device.activatedOn ?? '/'],
    [deviceText('fields.activationCountry'), device.activationCountry ?? '/'],
  ]
}

export function DeviceStatusMark({ device: { status } }: DeviceDetail) {
  return <StateMark colour={STATUS_COLOURS[status]} text={deviceText(`status.${status}`)} />
}

/** Sold for one country, activated in another: a sign of diverted goods. */
export function GreyNote({ device }: DeviceDetail) {
  const { activationCountry, destinationCountry } = device
  if (activationCountry === null || activationCountry === destinationCountry) return null
  return (
    <p className="banner banner-warning" role="note">
      {deviceText('detail.grey')} {destinationCountry} → {activationCountry}
    </p>
  )
}

/** Custody intervals, newest first. */
export function Custody({ custody }: { readonly custody: readonly CustodyView[] }) {
  return (
    <ol className="custody">
      {custody.map((interval) => (
        <Interval key={interval.from} interval={interval} />
      ))}
    </ol>
  )
}

function Interval({ interval }: { readonly interval: CustodyView }) {
  const { from, until, event, holderType, holderCode, holderName, documentNo, orderNo, price, currency } = interval
  const papers = [
    documentNo === null ? null : `${deviceText('detail.document')} ${documentNo}`,
    orderNo === null ? null : `${deviceText('detail.order')} ${orderNo}`,
  ].filter((paper) => paper !== null)
  const kind = holderType === null ? '' : deviceText(`holders.${holderType}`)
  const name = holderName ?? (holderCode === '-' ? kind : holderCode)
  return (
    <li className={until === null ? 'is-open' : undefined}>
      {event === null || holderType === null ? (
        <p>{deviceText('detail.elsewhere')}</p>
      ) : (
        <>
          <p className="custody-head">
            <strong>{name}</strong> {name === kind ? null : <span className="quiet">{kind}</span>}
          </p>
          <p>{deviceText(`events.${event}`)}</p>
          {papers.length > 0 ? (
            <p className="quiet dots">
              {papers.map((paper) => (
                <span key={paper}>{paper}</span>
              ))}
            </p>
          ) : null}
          {price === null ? null : (
            <p>
              {deviceText('detail.price')} <Amount value={price} currency={currency} />
            </p>
          )}
        </>
      )}
      <p className="quiet">
        {formatTime(from)} – {until === null ? deviceText('detail.now') : formatTime(until)}
      </p>
    </li>
  )
}

/** Claims and payments: one IMEI is paid once per scheme type. */
interface ClaimsProps {
  readonly claims: readonly ClaimView[]
  /** The number, as a device-specific link. */
  readonly link: (claim: ClaimView) => ReactNode
}

export function Claims({ claims, link }: ClaimsProps) {
  if (claims.length === 0) return <p className="quiet">{deviceText('detail.noClaims')}</p>
  return (
    <ul className="device-claims">
      {claims.map((claim) => (
        <li key={`${claim.schemeType} ${claim.heldAt}`}>
          <p className="custody-head">
            <strong>{schemeTypeText(claim.schemeType)}</strong>
            <StateMark colour={CLAIM_COLOURS[claim.state]} text={deviceText(`claimStates.${claim.state}`)} />
            <Amount value={claim.amount} currency={claim.currency} />
          </p>
          <p className="quiet dots">
            <span className="code">{link(claim)}</span>
            <span>
              {deviceText('detail.claimedAt')} {timeText(claim.heldAt)}
            </span>
            {claim.paidAt === null ? null : (
              <span>
                {deviceText('detail.paidAt')} {timeText(claim.paidAt)}
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const schemeTypeText = (type: string): string => (isKnownSchemeType(type) ? deviceText(`schemeTypes.${type}`) : type)
