import type { AreaManifest } from '#kernel/document/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** Organisations, sales areas, countries and currencies: what every other area's rows belong to. */
export const organisationArea: AreaManifest = {
  name: 'organisation',
  texts: { en, zh },
  menu: [],
  rights: {},
}
