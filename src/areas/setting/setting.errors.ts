import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a parameter, a dictionary or a text cannot be published as drafted. */
export const settingErrors = defineErrors('setting', {
  notWhole: { status: 400, params: [] },
  outOfRange: { status: 400, params: ['min', 'max'] },
  notAnOption: { status: 400, params: ['value'] },
  bothLanguages: { status: 400, params: [] },
  entryMissing: { status: 400, params: ['code'] },
  entryCode: { status: 400, params: ['code'] },
  entryUnknown: { status: 400, params: ['code'] },
  entryTwice: { status: 400, params: ['code'] },
  labelTwice: { status: 400, params: ['label'] },
  noneEnabled: { status: 400, params: [] },
  placeholderMissing: { status: 400, params: ['name'] },
  placeholderUnknown: { status: 400, params: ['name'] },
  notPlain: { status: 400, params: [] },
})
