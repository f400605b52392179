import pg from 'pg'

/** Every line is India's, so that one call's area holds the whole million. */
export async function fillLines(databaseUrl: string, lines: number): Promise<void> {
  // A connection of its own, because the product's have a statement time-out of 30 s.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
      select 5000 + n, 'IN-' || n, 200, 'X' || n, 'X' || n, 'country', 'UTC+05:30', 'en', 'INR' from generate_series(0, 9) n;
    insert into country (code, name_zh, name_en, area_id, currency, timezone, organisation_id)
      select 'X' || chr(65 + n), '国家' || n, 'Country ' || n, 2, 'INR', 'UTC+05:30', 5000 + n from generate_series(0, 9) n;
    insert into project (code, name_zh, name_en, country_code, scope_id)
      select 'LJ' || lpad(n::text, 4, '0'), '项目' || n, 'Project ' || n, c.code, c.organisation_id
      from generate_series(0, 1999) n join country c on c.code = 'X' || chr(65 + n % 10);
    with numbered as (select n from generate_series(0, ${lines - 1}) n),
    made as (
      insert into budget_line (scope_id, area_id, state, year, month, country_code, project_code, project_pool_code, budget_dept_code,
        fsc_id, sub_busi_code, product_class, product_line_code, currency)
      select 200, 2, 'open', 2025 + (n / 12) % 2, 1 + n % 12, 'X' || chr(65 + (n / 24) % 2000 % 10), 'LJ' || lpad(((n / 24) % 2000)::text, 4, '0'),
        'POOL-' || chr(65 + (n / 48000) % 2), 'D0' || 1 + (n / 96000) % 2, 'LF' || (n / 192000) % 4, 'S', 'phone', 'LP' || n / 768000, 'INR'
      from numbered returning id
    ) insert into budget_account (id, currency, avl, granted) select id, 'INR', 100, 100 from made`)
  await client.query('vacuum analyze')
  await client.end()
}
