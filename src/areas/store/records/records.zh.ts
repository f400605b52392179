import type { StoreRecordTexts } from './records.en.ts'

const named = { code: '编码', nameZh: '中文名称', nameEn: '英文名称' }
const place = { latitude: '纬度', longitude: '经度' }

/** Texts of the area's records in Chinese. */
export const records: StoreRecordTexts = {
  store: {
    label: '门店',
    title: '门店',
    many: '门店',
    example: 'MG 路手机店',
    fields: {
      ...named,
      ...place,
      type: '类型',
      customerCode: '客户',
      countryCode: '国家',
      city: '城市',
      address: '地址',
      location: '位置',
      openingHours: '营业时间',
    },
    options: {
      type: {
        flagship: '旗舰店',
        brandStore: '品牌专卖店',
        multiBrand: '多品牌店',
        counter: '专柜',
        operator: '运营商门店',
      },
    },
  },
  storeImage: {
    label: '门店图片',
    title: '门店图片',
    many: '图片',
    fields: {
      ...place,
      code: '编号',
      storeCode: '门店',
      type: '类型',
      image: '图片',
      takenAt: '拍摄时间',
      note: '备注',
      result: '审核结果',
      reason: '驳回原因',
      uploader: '上传人',
      auditor: '审核人',
      auditedAt: '审核时间',
      duplicateOf: '重复于',
    },
    options: {
      type: { front: '门头', display: '陈列', shelf: '货架' },
      result: { pending: '待审核', passed: '已通过', rejected: '已驳回' },
    },
    audit: {
      title: '审核',
      pass: '通过',
      reject: '驳回',
      reason: '驳回原因',
      own: '本人上传的图片由他人审核。',
      passed: '图片已通过',
      rejected: '图片已驳回',
      like: '相似图片',
      identical: '同一文件',
      similar: '64 处中有 {bits} 处不同',
      unseen: '您数据范围之外的门店还有相似图片。',
      this: '当前图片',
      add: '添加图片',
    },
  },
  warehouse: {
    label: '仓库',
    title: '仓库',
    many: '仓库',
    example: '霍苏尔物流园',
    fields: {
      ...named,
      type: '类型',
      organisationCode: '组织',
      inventoryOrganisationCode: '库存组织',
      customerCode: '客户',
      erpSubinventory: 'ERP 子库存',
    },
    options: { type: { own: '自有仓', bonded: '保税仓', customer: '客户仓', demo: '样机仓', scrap: '报废仓' } },
  },
  location: {
    label: '库位',
    title: '库位',
    many: '库位',
    example: 'A 架第一格',
    fields: { ...named, warehouseCode: '仓库', subLocation: '子库位' },
  },
}
