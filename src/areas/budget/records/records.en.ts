import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }

/** Texts of the area's records in English. */
export const records = {
  customerChannel: {
    label: 'customer channel',
    title: 'Customer channels',
    many: 'Customer channels',
    example: 'Campus stores',
    fields: { ...named, areaCode: 'Area' },
  },
  project: {
    label: 'project',
    title: 'Budget projects',
    many: 'Budget projects',
    example: 'India campus programme',
    fields: { ...named, countryCode: 'Country', poolCode: 'Project pool' },
  },
  department: {
    label: 'department',
    title: 'Budget departments',
    many: 'Budget departments',
    example: 'Campus Business',
    fields: { ...named, areaCodes: 'Areas' },
  },
  business: {
    label: 'business',
    title: 'Budget businesses',
    example: 'Campus business',
    fields: named,
  },
}

export type BudgetRecordTexts = TextShape<typeof records>
