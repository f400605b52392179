import type { DownloadCenterTexts } from './download-center.en.ts'

/** Texts of the download centre's table and its filters, in Chinese. */
export const downloadCenter: DownloadCenterTexts = {
  name: '名称',
  type: '类型',
  status: '状态',
  progress: '行数',
  duration: '耗时',
  created: '创建时间',
  since: '创建时间起',
  window: '仅限近{days}天',
  result: '结果',
  actions: '操作',
  none: '暂无下载任务',
  noneHint: '从列表导出的文件可在此下载，导入任务可在此继续。',
}
