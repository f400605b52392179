import { countriesOf, visibleAreas } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Selection } from '#kernel/engine/document/list/selector.ts'
import type { ListEntry } from '#kernel/platform/excel/write/write-template.ts'
import { productLines } from '#areas/product/product.facade.ts'
import { businessTypes, projectsOf } from '../shared/master.queries.ts'

/** Entries of one drop-down of the template; longer ones are unusable. */
const LIST_LIMIT = 1000

/** The template's drop-downs: codes of the areas that the person may see. */
export async function codeLists(tx: Tx, context: Pick<RequestContext, 'principal' | 'language'>) {
  const { language, principal } = context
  const selection: Selection = { language, keyword: '', limit: LIST_LIMIT, offset: 0 }
  const countries: ListEntry[] = []
  const projects: ListEntry[] = []
  for (const area of await tx.rows(visibleAreas(context))) {
    const ofArea = await tx.rows(countriesOf(principal.scope, area, selection))
    countries.push(...ofArea.map((country) => ({ code: country.countryCode, name: country.countryName })))
    const visible = new Set(ofArea.map((country) => country.countryCode))
    const found = (await tx.rows(projectsOf(area.id, {}, selection))).slice(0, LIST_LIMIT)
    projects.push(
      ...found
        .filter((project) => visible.has(project.countryCode))
        .map((project) => ({ code: project.projectCode, name: project.projectName })),
    )
  }
  const types = (await tx.rows(businessTypes.of(selection))).map((type) => ({
    fscId: {
      code: type.fscId,
      name:
        language === 'zh' ? `${type.mainBusiName} ${type.midBusiName}` : `${type.mainBusiNameEn} ${type.midBusiNameEn}`,
    },
    sub: { code: type.subBusiCode, name: language === 'zh' ? type.subBusiName : type.subBusiNameEn },
  }))
  const products = await tx.rows(productLines(language))
  const parents = new Set(products.map((product) => product.parent_code))
  return {
    countryCode: countries,
    projectCode: projects.slice(0, LIST_LIMIT),
    fscId: oncePerCode(types.map((type) => type.fscId)),
    subBusiCode: oncePerCode(types.map((type) => type.sub)),
    productLineCode: products
      .filter((product) => !parents.has(product.code))
      .map((product) => ({ code: product.code, name: product.name })),
  }
}

function oncePerCode(entries: readonly ListEntry[]): ListEntry[] {
  return [...new Map(entries.map((entry) => [entry.code, entry])).values()]
}
