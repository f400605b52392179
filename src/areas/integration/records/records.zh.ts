import type { IntegrationRecordTexts } from './records.en.ts'

const named = { code: '编码', nameZh: '中文名称', nameEn: '英文名称' }

/** Texts of the area's records in Chinese. */
export const records: IntegrationRecordTexts = {
  syncSetting: {
    label: '同步设置',
    title: '同步设置',
    many: '同步设置',
    example: '从ERP拉取国家',
    fields: {
      ...named,
      recordCode: '接口',
      direction: '方向',
      systemCode: '系统',
      path: '对方路径',
      organisationCode: '仅限组织',
      schedule: '计划（cron）',
      timezone: '时区',
      paging: '分页方式',
      pageSize: '每页行数',
      mapping: '字段映射（字段 = 对方名称）',
      attempts: '尝试次数',
      backOffSeconds: '首次等待（秒）',
      deadAfterHours: '放弃时限（小时）',
      lastKey: '最后键值',
      reason: '原因',
    },
    options: {
      direction: { outbound: '推送', inbound: '拉取' },
      paging: { cursor: '游标', updatedSince: '更新时间' },
    },
  },
  externalSystem: {
    label: '外部系统',
    title: '外部系统',
    example: '运输管理系统',
    fields: {
      ...named,
      type: '类型',
      baseAddress: '地址',
      secretName: '密钥名称',
      tokenName: '访问令牌名称',
      queryPath: '消息查询路径',
      timeoutSeconds: '应答时限（秒）',
    },
    options: {
      type: {
        erp: '企业资源计划（ERP）',
        wms: '仓储管理（WMS）',
        idc: '区域数据中心（IDC）',
        finance: '财务',
        other: '其他',
      },
    },
  },
}
