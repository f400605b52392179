import { bases, parts, taxModes, terms } from '../locale/shared.zh.ts'
import type { PriceListTexts } from './price-rows.en.ts'

/** The price management list and the page of a price, in Chinese. */
export const priceList: PriceListTexts = {
  title: '价格管理列表',
  empty: '还没有价格',
  search: 'SKU ID',
  more: '显示更多',
  columns: {
    ...terms,
    ...parts,
    skuName: 'SKU',
    spuCode: 'SPU',
    areaId: '区域',
    idcCode: '数据中心',
    currency: '币种',
    previousPrice: '原价',
    price: '生效价格',
    state: '状态',
    effective: '有效期内',
    asOf: '截至日期',
    no: '单据编号',
    creatorRole: '创建人角色',
    version: '版本',
    enteredAt: '录入时间',
  },
  states: {
    pending: '待生效',
    effective: '已生效',
    expired: '已失效',
    inactivated: '已作废',
  },
  bases,
  taxModes,
}
