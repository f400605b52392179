import type { SchemeHomeTexts } from './home.en.ts'

/** Cards of schemes on the home page, in Chinese. */
export const homeTexts: SchemeHomeTexts = {
  deadlines: '即将截止的兑付',
  all: '全部方案',
  running: '方案',
}
