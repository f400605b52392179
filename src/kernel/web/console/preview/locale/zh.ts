import type { en } from './en.ts'

/** Texts of the file preview, in Chinese. */
export const zh: typeof en = {
  sheets: '工作表',
  sheet: '工作表 {name}',
  csv: '文本文件',
  loading: '加载中…',
  empty: '该工作表为空',
  moreRows: '仅显示前 {count} 行，下载文件可查看全部',
  moreColumns: '仅显示前 {count} 列，下载文件可查看全部',
  moreBoth: '仅显示前 {count} 行、{columns} 列，下载文件可查看全部',
  download: '下载',
  close: '关闭',
  failed: '预览失败：{reason}',
}
