import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const names = { nameZh: 'Chinese name', nameEn: 'English name' }

/** Texts of the area's records in English. */
export const records = {
  person: {
    label: 'person',
    title: 'Promoters and personnel',
    many: 'Personnel',
    uses: { jobTitleCode: 'People' },
    example: 'Bengaluru promoter 99',
    fields: {
      ...names,
      code: 'Employee number',
      jobType: 'Job type',
      jobTitleCode: 'Job title',
      organisationCode: 'Organisation',
      account: 'Account',
      employedOn: 'Employment date',
      resignedOn: 'Resignation date',
    },
    options: { jobType: { fullTime: 'Full-time', partTime: 'Part-time' } },
  },
  storeAssignment: {
    label: 'store assignment',
    title: 'Store assignments',
    many: 'People',
    uses: { personCode: 'Store assignments' },
    fields: {
      code: 'Number',
      personCode: 'Person',
      storeCode: 'Store',
      fromDay: 'From',
      toDay: 'To',
      note: 'Note',
    },
  },
  jobTitle: {
    label: 'job title',
    title: 'Job titles',
    example: 'Trainer',
    fields: { ...names, code: 'Code' },
  },
}

export type PersonnelRecordTexts = TextShape<typeof records>
