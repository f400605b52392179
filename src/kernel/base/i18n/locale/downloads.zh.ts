import { catalogue } from './catalogue.zh.ts'

export const downloads = {
  title: '下载中心',
  titleRunning: '下载中心，{count}个任务进行中',
  titleBusy: '下载中心，{working}个进行中，{waiting}个待您处理',
  export: '导出',
  asXlsx: 'Excel (.xlsx)',
  asCsv: 'CSV (.csv)',
  processing: catalogue.message.downloadProcessing,
  ready: '{name} 已生成，可在下载中心获取',
  failed: `${catalogue.message.taskFailed}：{name}，{reason}`,
  fetch: '下载',
  preview: '预览',
  cancel: '取消',
  retry: '重试',
  ofRows: '{done} / {total}',
  left: '剩余 {time}',
  until: '保留至 {day}',
  seconds: '{seconds} 秒',
  types: { import: '导入', download: '下载' },
  statuses: { processing: '处理中', success: '成功', failed: '失败' },
}
