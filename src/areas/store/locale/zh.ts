import type { StoreTexts } from './en.ts'

/** Texts of the store area in Chinese. */
export const zh: StoreTexts = {
  label: '门店',
  errors: {
    futureTime: '不允许选择未来时间',
    customerMissing: '客户仓须指定客户',
    mustMatch: '仓库的库存组织与客户主体必须一致',
    notEmpty: '{warehouse}仍有库存，清空后才能停用',
    transferLocation: '{location}是价差调拨库位，不能变更',
    ownImage: '本人上传的图片须由他人审核',
    reasonMissing: '请填写驳回原因',
    notPending: '该图片已审核',
    passedStays: '审核通过的图片是凭证，不能删除',
  },
  menu: { own: '我的门店', stores: '门店管理', warehouses: '仓库设置' },
  rights: { audit: '审核：门店图片' },
}
