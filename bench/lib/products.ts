import pg from 'pg'

const CUSTOMERS_EACH = 50_000

/** Words for product names; the last of each is rare. */
const FAMILIES = `array['Altair', 'Irisa', 'Merida', 'Brisa', 'Faceta', 'Tonara', 'Orbita', 'Slatea', 'Volta', 'Zephyra']`
const FAMILIES_ZH = `array['星衡', '虹影', '远山', '轻风', '折光', '听澜', '时环', '云板', '充能', '罕见']`
const COLOURS = `array['black', 'white', 'blue', 'green', 'silver', 'gold', 'purple', 'grey']`
const COLOURS_ZH = `array['黑色', '白色', '蓝色', '绿色', '银色', '金色', '紫色', '灰色']`

/**
 * So many rows like a price list's: a code of product, colour, memory, area and number, and a name in each language.
 * Three in a thousand are of the family that is searched last; nine of ten names contain the word for phone.
 */
export async function fillProducts(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      set maintenance_work_mem = '256MB'; set synchronous_commit = off;
      insert into product_line (code, product_class, name_zh, name_en, position) values ('BENCH', 'phone', '手机', 'Phones', 1) on conflict do nothing;
      insert into spu (code, name_zh, name_en, category_code, product_line_code)
        select 'F' || n, '产品' || n, 'Product ' || n, 'mobile', 'BENCH' from generate_series(1, 1000) n on conflict do nothing;
      drop index sku__search`)
    await client.query(`
      insert into sku (code, spu_code, name_zh, name_en, ean_code, sell_in, life_cycle)
      select upper(left((${FAMILIES})[f], 2)) || (n % 97) || '-' || upper(left((${COLOURS})[c], 2)) || '-' || m || '-' || lpad(n::text, 7, '0'), 'F' || (1 + n % 1000),
        (${FAMILIES_ZH})[f] || ' ' || (n % 97) || ' ' || (${COLOURS_ZH})[c] || ' ' || m || case when n % 10 > 0 then ' 智能手机' else ' 无线耳机' end,
        (${FAMILIES})[f] || ' ' || (n % 97) || ' ' || (${COLOURS})[c] || ' ' || m || case when n % 10 > 0 then ' smartphone' else ' earphones' end,
        null, 'yes', 'active'
      from generate_series(1, ${count}) n,
        lateral (select case when n % 331 = 0 then 10 else 1 + n * 7 % 9 end as f, 1 + n * 5 % 8 as c, (array['464', '6128', '8256', '12512'])[1 + n * 3 % 4] as m) x`)
    await client.query('create index sku__search on sku using gin (search gin_trgm_ops)')
    await client.query('vacuum analyze sku, spu')
  } finally {
    await client.end()
  }
}

const CITIES = `array['Mumbai', 'Delhi', 'Pune', 'Chennai', 'Kolkata', 'Jaipur', 'Surat', 'Kochi', 'Indore', 'Patna', 'Jakarta', 'Bandung', 'Medan', 'Surabaya']`
const CITIES_ZH = `array['孟买', '德里', '浦那', '金奈', '加尔各答', '斋浦尔', '苏拉特', '科钦', '印多尔', '巴特那', '雅加达', '万隆', '棉兰', '泗水']`
const TRADES = `array['Mobile', 'Telecom', 'Digital', 'Electronics', 'Communications', 'Retail', 'Distribution']`
const TRADES_ZH = `array['手机', '通讯', '数码', '电子', '通信', '零售', '分销']`

/** So many customers of India and Indonesia, in a tree of distributors and their dealers. */
export async function fillCustomers(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '256MB'; set synchronous_commit = off; drop index customer__search`)
    for (let from = 1; from <= count; from += CUSTOMERS_EACH)
      await client.query(`
        insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id)
        select c.code || lpad(n::text, 7, '0'), (${CITIES_ZH})[1 + n % 14] || (${TRADES_ZH})[1 + n * 3 % 7] || '公司 ' || n,
          (${CITIES})[1 + n % 14] || ' ' || (${TRADES})[1 + n * 3 % 7] || ' ' || n, 'dealer', 'retail', c.organisation_id, c.code, 'enabled', c.organisation_id
        from generate_series(${from}, ${Math.min(count, from + CUSTOMERS_EACH - 1)}) n join country c on c.code = case when n % 5 = 0 then 'ID' else 'IN' end`)
    await client.query('create index customer__search on customer using gin (search gin_trgm_ops)')
    await client.query('vacuum analyze customer')
  } finally {
    await client.end()
  }
}
