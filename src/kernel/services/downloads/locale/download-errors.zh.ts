import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { downloadErrors } from '../downloads.errors.ts'

/** Texts of files that cannot be fetched, in Chinese. */
export const downloadErrorTexts = {
  tooManyRows: '总数达到或超过{limit}行：请缩小筛选范围，分批导出',
  unknownColumn: '列表中没有列“{column}”',
  tooManyRunning: '您已有{limit}个下载任务在进行，请等待完成或取消其中一个',
  tooOld: '下载中心仅保留近{days}天的记录',
  notRunning: '该任务已不在进行中',
  notFailed: '该任务未失败，或相同的导出正在进行',
  cancelled: '已取消',
  expired: '文件保留{days}天后已清除，请重新导出',
  tooLarge: '文件过大，请缩小筛选范围，分批导出',
  personGone: '账号已停用',
  scopeShrunk: '文件生成后您的数据范围已变更，请重新导出',
  noParts: '该列表不能分批导出，请缩小筛选范围',
  rightsChanged: '文件生成期间您的权限已变更，请重新导出',
  tookTooLong: '文件未能在{minutes}分钟内生成，请缩小筛选范围，分批导出',
  gaveUp: '尝试{attempts}次后仍未能生成文件，请稍后重试',
} satisfies ErrorTexts<typeof downloadErrors>
