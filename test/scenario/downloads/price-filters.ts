import type { DemoServer } from '#test/helpers/servers/demo-server.ts'

/** Filters of the lists of prices: one product of them, because the demonstration has tens of thousands of rows. */
export async function priceFilters(server: Pick<DemoServer, 'query'>) {
  const [price] = await server.query<{ id: string; sku: string }>(
    'select min(r.id)::text as id, min(k.sku_code) as sku from price_row r join price_key k on k.id = r.key_id where r.known_until is null',
  )
  const ofProduct = { skuCode: price?.sku }
  const sides = { areaId: '2', classificationCode: 'PC-IN-01', otherClassificationCode: 'PC-IN-02' }
  return { priceRow: ofProduct, priceCost: ofProduct, priceRowDetail: { id: price?.id }, priceComparison: sides }
}
