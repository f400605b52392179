import type { StoreHomeTexts } from './home.en.ts'

/** Cards of stores on the home page, in Chinese. */
export const homeTexts: StoreHomeTexts = {
  mine: '我的门店',
  several: '我的门店',
  newPicture: '拍摄新照片',
  pictures: '照片',
  pending: '待审核',
  rejected: '已驳回',
  noPicture: '还没有照片',
  lastPicture: '最近照片',
  back: '需重拍的照片',
}
