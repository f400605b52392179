import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** The codes available to applications of one area. */
export interface Catalogue {
  readonly id: number
  readonly idc: string
  readonly currency: string
  readonly timezone: string
  readonly pools: readonly string[]
  readonly departments: readonly string[]
  readonly regions: readonly string[]
  readonly projects: readonly { readonly code: string; readonly country: string; readonly pool: string | null }[]
}

export interface Shared {
  readonly businessTypes: readonly { readonly fscId: string; readonly subBusiCode: string }[]
  /** Leaves of the tree, by class. */
  readonly productLines: Readonly<Record<'phone' | 'iot', readonly string[]>>
}

const catalogues = prepared<Catalogue>(
  'demo catalogues',
  `select a.id, a.idc_code as idc, a.currency, o.timezone,
     (select jsonb_agg(pool_code order by pool_code) from project_pool_area where area_id = a.id) as pools,
     (select jsonb_agg(department_code order by department_code) from budget_department_area where area_id = a.id) as departments,
     (select jsonb_agg(code order by code) from budget_region where area_id = a.id) as regions,
     (select jsonb_agg(jsonb_build_object('code', p.code, 'country', p.country_code, 'pool', p.pool_code) order by p.code)
        from project p join country c on c.code = p.country_code where c.area_id = a.id) as projects
   from area a join organisation o on o.id = a.organisation_id order by a.id`,
)
const shared = prepared<Shared>(
  'demo shared catalogue',
  `select (select jsonb_agg(jsonb_build_object('fscId', fsc_id, 'subBusiCode', sub_busi_code) order by sub_busi_code) from business_type) as "businessTypes",
     (select jsonb_object_agg(product_class, codes) from (
        select product_class, jsonb_agg(code order by code) as codes from product_line where parent_code is not null group by 1) l) as "productLines"`,
)

export async function readCatalogues(
  tx: Tx,
): Promise<{ readonly areas: readonly Catalogue[]; readonly shared: Shared }> {
  const found = await tx.first(shared())
  if (!found) throw new Error('no catalogue')
  return { areas: await tx.rows(catalogues()), shared: found }
}

/** Number of applications per area, and a usual line amount in its currency. */
export const SIZE: Readonly<
  Record<string, { readonly applications: number; readonly usual: number; readonly step: number }>
> = {
  IN: { applications: 92, usual: 900_000, step: 5_000 },
  ID: { applications: 58, usual: 160_000_000, step: 500_000 },
  EU: { applications: 40, usual: 14_000, step: 100 },
  SEA: { applications: 34, usual: 12_000, step: 100 },
  MEA: { applications: 26, usual: 11_000, step: 100 },
  CIS: { applications: 18, usual: 9_000, step: 100 },
  LATAM: { applications: 20, usual: 10_000, step: 100 },
  CN: { applications: 14, usual: 120_000, step: 1_000 },
}
