import type { GivenNumber } from '#kernel/engine/items/item-store.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { judgementBy } from '#kernel/engine/items/item-draft.ts'
import { readDeviceNumber } from '../imei.ts'
import { readNumbers } from '../read-numbers.ts'
import { deviceTransfer } from './device-transfer.doc.ts'

/**
 * The numbers of the devices that were packed into cartons and onto pallets, as a text gave those: of what is in organisations that the person sees ($2), and
 * with customers that they may see or their dealers ($3); null: all.
 */
const packed = prepared<{ given: string; number: string }>(
  'device.packed-in',
  `select p.given, coalesce(d.imei1, d.sn) as number from unnest($1::text[]) with ordinality p (given, n)
   cross join lateral (select id, imei1, sn from device where carton_sn = p.given union select id, imei1, sn from device where pallet_sn = p.given) d
   join device_holding h on h.device_id = d.id join device_place l on l.id = h.place_id
   where ($2::int[] is null or h.scope_id = any ($2::int[]))
     and ($3::text[] is null or l.customer_code in (select code from customer where code = any ($3::text[]) or parent_code = any ($3::text[]))) order by p.n, d.id`,
)

type Reader = Pick<RequestContext, 'principal'>

/** What each of these texts stands for: a number of a device, or those of all devices in a carton or on a pallet. */
export async function numbersByText(
  tx: Tx,
  { principal }: Reader,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly GivenNumber[]>> {
  const reads = texts.map((text) => [text, readDeviceNumber(readNumbers(text).join(' '))] as const)
  const serials = reads.flatMap(([, { kind, number }]) => (kind === 'imei' ? [] : [number]))
  const { scopes, codes } = judgementBy(deviceTransfer, {}, principal)
  const rows = serials.length > 0 ? await tx.rows(packed(serials, scopes, codes)) : []
  const inside = Map.groupBy(rows, (row) => row.given)
  return new Map(
    reads.map(([text, read]) => [
      text,
      inside.get(read.number)?.map(({ number }) => ({ number, fault: null })) ?? [
        { number: read.number, fault: read.kind === 'fault' ? read.fault : null },
      ],
    ]),
  )
}

/** What people paste, type or scan: numbers of devices, cartons and pallets, with whatever separates them. */
export async function givenNumbers(tx: Tx, reader: Reader, text: string): Promise<readonly GivenNumber[]> {
  const texts = readNumbers(text)
  const found = await numbersByText(tx, reader, texts)
  return texts.flatMap((each) => found.get(each) ?? [])
}
