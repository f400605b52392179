import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a parameter, a dictionary or a text cannot be published as drafted. */
export const settingErrors = defineErrors('setting', {
  notWhole: ['min', 'max'],
  outOfRange: ['min', 'max'],
  notAnOption: ['value'],
  bothLanguages: [],
  entryMissing: ['code'],
  entryCode: ['code'],
  entryUnknown: ['code'],
  entryTwice: ['code'],
  labelTwice: ['label'],
  noneEnabled: [],
  placeholderMissing: ['name'],
  placeholderUnknown: ['name'],
  notPlain: [],
})
