import type { axisErrorTexts as en } from './axis-errors.en.ts'

/** Texts of events that an axis does not allow, in Chinese. */
export const axisErrorTexts: Readonly<Record<keyof typeof en, string>> = {
  notNow: '“{axis}”为“{state}”，不能执行此操作',
}
