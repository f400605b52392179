import type { ChangeTexts } from './en.ts'
import { recordChange } from '../record-change/record-change.zh.ts'

/** Texts of changes by approval in Chinese. */
export const zh: ChangeTexts = {
  label: '主数据变更',
  documents: {
    recordChange,
  },
  menu: { list: '主数据变更' },
}
