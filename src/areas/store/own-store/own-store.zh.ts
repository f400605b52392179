import type { OwnStoreTexts } from './own-store.en.ts'

/** Page of a store's own people about it, in Chinese. */
export const ownStore: OwnStoreTexts = {
  title: '我的门店',
  choose: '门店',
  images: '照片',
  newImage: '新增照片',
  allImages: '全部照片',
  noImage: '暂无照片',
  disabled: '该门店已停用。',
  failed: '门店加载失败：{reason}',
  missing: '您的账号尚未关联门店，请联系渠道经理。',
}
