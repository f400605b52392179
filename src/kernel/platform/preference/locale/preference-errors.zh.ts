import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { preferenceErrors } from '../preference.errors.ts'

/** Texts of why a saved view or a preference is refused, in Chinese. */
export const preferenceErrorTexts = {
  viewNotFound: '该视图不存在或已不再共享',
  viewStale: '该视图已在其他窗口修改，请重新加载后再修改',
  viewNotYours: '只有视图的所有者才能修改，请另存为自己的视图',
  viewNameTaken: '您已有名为“{name}”的视图',
  viewNameMissing: '请输入名称',
  tooManyViews: '每个列表最多保存 {limit} 个视图，请删除不再需要的视图',
  tooManyPreferences: '最多保存 {limit} 项设置',
  tooLarge: '设置超过 {limit} 字节',
} satisfies ErrorTexts<typeof preferenceErrors>
