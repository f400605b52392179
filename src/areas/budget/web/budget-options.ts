import { post } from '#kernel/console/client/api.ts'
import { runningLanguage } from '#kernel/console/client/i18n.ts'
import { useOptions, type Options } from '#kernel/console/client/use-options.ts'
import { regionBase } from './budget-api.ts'

export interface Option {
  readonly value: string
  readonly label: string
  readonly search?: string
}

export interface ProjectOption extends Option {
  readonly countryCode: string
}

export interface ProductOption extends Option {
  readonly productClass: string
}

export interface AreaOption extends Option {
  readonly idcCode: string
  readonly currency: string
}

async function records<R>(path: string, body: object): Promise<readonly R[]> {
  return (await post<{ records: readonly R[] }>(path, { page: 1, ...body }, { handles: true })).records
}

/** Label of a coded entry: code / name (spec section 3). */
function coded(code: string, name: string): Option {
  return { value: code, label: name && name !== code ? `${code} / ${name}` : code }
}

interface Area {
  readonly areaId: string
  readonly areaName: string
  readonly idcCode: string
  readonly currency: string
}

const areaOption = (area: Area): AreaOption => ({
  value: area.areaId,
  label: area.areaName,
  search: area.idcCode,
  idcCode: area.idcCode,
  currency: area.currency,
})

export function useAreas(): Options<AreaOption> {
  return useOptions(
    ['area'],
    () => post<Area[]>('/aps/area', { templateCode: 'budget_country' }, { handles: true }),
    areaOption,
  )
}

interface Department {
  readonly budgetDeptCode: string
  readonly budgetDeptName: string
}

const departmentOption = (record: Department): Option => coded(record.budgetDeptCode, record.budgetDeptName)

/** The lists below reload when area or data centre changes (B23): both are part of the key. */
export function useDepartments(idc: string, areaId: string): Options {
  return useOptions(
    ['department', idc, areaId],
    idc
      ? () =>
          records<Department>(`${regionBase(idc)}/budget/area/department`, {
            limit: 200,
            ...(areaId ? { topAreaIdList: [areaId] } : {}),
          })
      : null,
    departmentOption,
  )
}

interface Pool {
  readonly projectPoolCode: string
  readonly projectPoolName: string
}

const poolOption = (record: Pool): Option => coded(record.projectPoolCode, record.projectPoolName)

export function usePools(idc: string): Options {
  return useOptions(
    ['pool', idc],
    idc ? () => records<Pool>(`${regionBase(idc)}/budget/pool/project/list`, { limit: 200 }) : null,
    poolOption,
  )
}

interface Region {
  readonly budgetRegionCode: string
  readonly budgetRegionName: string
}

const regionOption = (record: Region): Option => coded(record.budgetRegionCode, record.budgetRegionName)

export function useRegions(idc: string, areaId: string): Options {
  return useOptions(
    ['region', idc, areaId],
    areaId || idc
      ? () => records<Region>('/aps/budget/region/list', { limit: 1000, ...(areaId ? { areaId } : { idcCode: idc }) })
      : null,
    regionOption,
  )
}

interface Country {
  readonly countryCode: string
  readonly countryName: string
}

const countryOption = (record: Country): Option => coded(record.countryCode, record.countryName)

export function useCountries(idc: string): Options {
  return useOptions(
    ['country', idc],
    idc ? () => records<Country>(`${regionBase(idc)}/fsc/country`, { limit: 200 }) : null,
    countryOption,
  )
}

interface Project {
  readonly projectCode: string
  readonly projectName: string
  readonly countryCode: string
}

const projectOption = (record: Project): ProjectOption => ({
  ...coded(record.projectCode, record.projectName),
  countryCode: record.countryCode,
})

/** Projects of the area; with a pool, only those it may fund. */
export function useProjects(idc: string, projectPoolCode: string): Options<ProjectOption> {
  return useOptions(
    ['project', idc, projectPoolCode],
    idc
      ? () =>
          records<Project>(`${regionBase(idc)}/budget/project/list`, {
            limit: 200,
            ...(projectPoolCode ? { projectPoolCode } : {}),
          })
      : null,
    projectOption,
  )
}

/** Projects of the area by code or name, for a list that may be longer than what a picker fetches at once. */
export async function searchProjects(idc: string, keyword: string, signal: AbortSignal): Promise<readonly Option[]> {
  const body = { page: 1, limit: 50, keyword }
  const found = await post<{ records: readonly Project[] }>(`${regionBase(idc)}/budget/project/list`, body, { signal })
  return found.records.map(projectOption)
}

interface BusinessType {
  readonly fscId: string
  readonly subBusiCode: string
  readonly mainBusiName: string
  readonly midBusiName: string
  readonly subBusiName: string
  readonly mainBusiNameEn: string
  readonly midBusiNameEn: string
  readonly subBusiNameEn: string
}

/** Two codes make one business type; as one value they are joined by this. */
export const BUSINESS_TYPE_JOINT = '|'

const businessTypeOption = (type: BusinessType): Option => {
  const zh = [type.mainBusiName, type.midBusiName, type.subBusiName].join('-')
  const en = [type.mainBusiNameEn, type.midBusiNameEn, type.subBusiNameEn].join('-')
  const isChinese = runningLanguage() === 'zh'
  return {
    value: `${type.fscId}${BUSINESS_TYPE_JOINT}${type.subBusiCode}`,
    label: `${type.subBusiCode} / ${isChinese ? zh : en}`,
    search: `${type.fscId} ${isChinese ? en : zh}`,
  }
}

export function useBusinessTypes(idc: string): Options {
  return useOptions(
    ['businessType', idc],
    idc ? () => records<BusinessType>(`${regionBase(idc)}/fsc/business/type/list`, { limit: 1000 }) : null,
    businessTypeOption,
  )
}

interface ProductNode {
  readonly code: string
  readonly name: string
  readonly productClass: string
  readonly child: readonly ProductNode[]
}

const productOption = (node: ProductNode): ProductOption => ({
  ...coded(node.code, node.name),
  productClass: node.productClass,
})

/** The leaves of the product tree: what a budget line may be for. */
export function useProductLines(idc: string): Options<ProductOption> {
  return useOptions(
    ['productLine', idc],
    idc
      ? async () =>
          leaves(await post<readonly ProductNode[]>(`${regionBase(idc)}/coa/product/tree`, {}, { handles: true }))
      : null,
    productOption,
  )
}

function leaves(nodes: readonly ProductNode[]): readonly ProductNode[] {
  return nodes.flatMap((node) => (node.child.length > 0 ? leaves(node.child) : [node]))
}

/** Name of a code where it is known, else the code itself, `/` for nothing. */
export function labelOf({ options }: Pick<Options<Option>, 'options'>, code: string | null | undefined): string {
  if (!code) return '/'
  return options.find((option) => option.value === code)?.label ?? code
}
