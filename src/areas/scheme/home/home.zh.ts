import type { SchemeHomeTexts } from './home.en.ts'

/** Cards of schemes on the home page, in Chinese. */
export const homeTexts: SchemeHomeTexts = {
  deadlines: '即将截止的兑付',
  all: '全部方案',
  running: '方案',
  ownSchemes: '进行中的方案',
  allOwnSchemes: '我的方案',
  ownClaims: '我的兑付申请',
  allOwnClaims: '全部兑付申请',
  days: '{no} · {from} – {to}',
  claim: '{no} · {period} · {state}',
}
