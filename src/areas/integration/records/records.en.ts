import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }

/** Texts of the area's records in English. */
export const records = {
  syncSetting: {
    label: 'setting',
    title: 'Synchronization Setting',
    many: 'Synchronization settings',
    example: 'Countries from the ERP',
    fields: {
      ...named,
      recordCode: 'Interface',
      direction: 'Direction',
      systemCode: 'System',
      path: 'Path there',
      organisationCode: 'Only rows of',
      schedule: 'Schedule (cron)',
      timezone: 'Time zone',
      paging: 'Pages by',
      pageSize: 'Rows a page',
      mapping: 'Mapping (field = name there)',
      attempts: 'Attempts',
      backOffSeconds: 'First wait (seconds)',
      deadAfterHours: 'Given up after (hours)',
      lastKey: 'Last key',
      reason: 'Reason',
    },
    options: {
      direction: { outbound: 'Push', inbound: 'Pull' },
      paging: { cursor: 'Cursor', updatedSince: 'Changed since' },
    },
  },
  externalSystem: {
    label: 'system',
    title: 'External systems',
    example: 'Transport management',
    fields: {
      ...named,
      type: 'Type',
      baseAddress: 'Address',
      secretName: 'Name of the secret',
      tokenName: 'Name of the access token',
      queryPath: 'Path to ask for a message',
      timeoutSeconds: 'Answer within (seconds)',
    },
    options: {
      type: {
        erp: 'Enterprise resource planning (ERP)',
        wms: 'Warehouse management (WMS)',
        idc: 'Regional data centre (IDC)',
        finance: 'Finance',
        other: 'Other',
      },
    },
  },
}

export type IntegrationRecordTexts = TextShape<typeof records>
