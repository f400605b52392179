import { limitMark } from '#kernel/platform/access/limits.ts'
import { may, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { boundDocuments } from '#kernel/engine/document/server-document.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { deviceErrors } from '../device.errors.ts'
import type { ClaimView, CustodyView, DeviceDetail } from '../device-schemas.ts'
import { numberRefusal } from '../device.rules.ts'
import { readDeviceNumber } from '../imei.ts'
import {
  type ClaimDetailRow,
  claimsOfDevice,
  custodyOf,
  type CustodyRow,
  deviceById,
  deviceByNumber,
} from './device-detail.queries.ts'
import { isSeenBy, viewerValues } from './viewer.server.ts'

const PRICE = 'device.price.view'

export const timeOf = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A device by id or any of its numbers, as the caller may see it. */
export async function detailOf(
  tx: Tx,
  context: RequestContext,
  { id, number }: { readonly id?: string; readonly number?: string },
): Promise<DeviceDetail> {
  const { principal, language } = context
  const viewer = viewerValues(principal)
  const read = readDeviceNumber(number ?? '')
  const fault = id === undefined ? numberRefusal(read, { field: 'number' }) : null
  if (fault) throw new Refused(fault)
  const [found] = await tx.rows(id === undefined ? deviceByNumber(read.number, ...viewer) : deviceById(id, ...viewer))
  const facts = required(found, deviceErrors.notFound())
  const maySeePrices = may(principal, PRICE)
  const custody = await tx.rows(custodyOf(facts.id))
  const claims = maySeePrices ? await tx.rows(claimsOfDevice(facts.id, viewer[0], viewer[1])) : null
  return {
    device: {
      id: facts.id,
      imei1: facts.imei1,
      imei2: facts.imei2,
      sn: facts.sn,
      skuCode: facts.sku_code,
      skuName: language === 'zh' ? facts.sku_zh : facts.sku_en,
      spuCode: facts.spu_code,
      materialCode: facts.material_code,
      colour: facts.colour,
      cartonSn: facts.carton_sn,
      palletSn: facts.pallet_sn,
      producedOn: facts.produced_on,
      destinationCountry: facts.destination_country,
      isRegistered: facts.is_registered,
      quality: facts.quality,
      isDemo: facts.is_demo,
      status: facts.status as DeviceDetail['device']['status'],
      soldOutAt: timeOf(facts.sold_out_at),
      activatedOn: facts.activated_on,
      activationCountry: facts.activation_country,
    },
    custody: custody.map((interval) => intervalOf(context, interval, maySeePrices)),
    claims: claims?.map((claim) => claimOf(claim, principal)) ?? null,
  }
}

/** Production and import are visible to everybody; other holders only to people who may see them. */
function intervalOf(context: RequestContext, interval: CustodyRow, maySeePrices: boolean): CustodyView {
  const span = { from: interval.from_at.toISOString(), until: timeOf(interval.until) }
  const isOurs =
    limitMark(context.principal) === null &&
    ['factory', 'warehouse', 'transit', 'service', 'scrap'].includes(interval.holder_type)
  if (!isOurs && !isSeenBy(context.principal, interval))
    return {
      ...span,
      event: null,
      holderType: null,
      holderCode: null,
      holderName: null,
      customerCode: null,
      documentNo: null,
      orderNo: null,
      price: null,
      currency: null,
    }
  return {
    ...span,
    event: interval.event as CustodyView['event'],
    holderType: interval.holder_type as CustodyView['holderType'],
    holderCode: interval.holder_code,
    holderName: context.language === 'zh' ? interval.holder_zh : interval.holder_en,
    customerCode: interval.customer_code,
    documentNo: interval.document_no,
    orderNo: interval.order_no,
    price: maySeePrices ? interval.price : null,
    currency: maySeePrices ? interval.currency : null,
  }
}

/** Page of a claim's document, for people who may see documents of its type. */
function pagesOf({ document_type: type, form_instance_id: formInstanceId }: ClaimDetailRow, reader: Principal) {
  const definition = boundDocuments().find((each) => each.definition.name === type)?.definition
  if (!definition || formInstanceId === null || !may(reader, definition.viewRight))
    return { url: null, mobileUrl: null }
  const { pc, mobile } = definition.pages
  return { url: withQuery(pc, { formInstanceId }), mobileUrl: withQuery(mobile, { formInstanceId }) }
}

function claimOf(claim: ClaimDetailRow, reader: Principal): ClaimView {
  return {
    schemeType: claim.scheme_type,
    documentNo: claim.document_no,
    documentType: claim.document_type,
    formInstanceId: claim.form_instance_id,
    ...pagesOf(claim, reader),
    state: claim.state as ClaimView['state'],
    amount: claim.amount,
    currency: claim.currency,
    customerCode: claim.customer_code,
    heldAt: claim.held_at.toISOString(),
    paidAt: timeOf(claim.paid_at),
    endedAt: timeOf(claim.ended_at),
  }
}
