import Type, { type Static } from 'typebox'
import type { Refusal } from '#kernel/errors/errors.ts'
import { isPlain } from '#kernel/i18n/plain-text.ts'
import { keptVersions, type Setting } from '#kernel/setting/setting.ts'
import { isPattern } from '../duties.rules.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { DutiesContent } from '../permission-wire.ts'
import { deliveredDuties } from './delivered.ts'

export const DUTIES = 'duties'
const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/
const MAX_NAME = 80

const side = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })
const dutyContent = Type.Object(
  {
    duties: Type.Array(
      Type.Object(
        {
          code: Type.String({ maxLength: 60 }),
          nameZh: Type.String({ maxLength: 200 }),
          nameEn: Type.String({ maxLength: 200 }),
          first: side,
          second: side,
          effect: Type.Union([Type.Literal('flag'), Type.Literal('refuse')]),
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)

function problemsOf({ duties }: DutiesContent): readonly Refusal[] {
  const codes = duties.map(({ code }) => code)
  return duties.flatMap(({ code, nameZh, nameEn, first, second }, row): Refusal[] => {
    const problems: Refusal[] = []
    if (!CODE.test(code)) problems.push(permissionErrors.dutyCode({}, { row, field: 'code' }))
    if (codes.indexOf(code) !== row) problems.push(permissionErrors.twice({ code }, { row, field: 'code' }))
    if (nameZh === '' || nameEn === '') problems.push(permissionErrors.bothNames({}, { row, field: 'nameZh' }))
    if (nameZh.length > MAX_NAME || nameEn.length > MAX_NAME)
      problems.push(permissionErrors.tooLong({ max: MAX_NAME }, { row, field: 'nameZh' }))
    if (![nameZh, nameEn].every(isPlain)) problems.push(permissionErrors.notPlain({}, { row, field: 'nameZh' }))
    if (first.length === 0) problems.push(permissionErrors.dutySides({}, { row, field: 'first' }))
    if (second.length === 0) problems.push(permissionErrors.dutySides({}, { row, field: 'second' }))
    const sides = [['first', first] as const, ['second', second] as const]
    for (const [field, patterns] of sides) {
      const wrong = patterns.find((pattern) => !isPattern(pattern))
      if (wrong !== undefined) problems.push(permissionErrors.notPattern({ pattern: wrong }, { row, field }))
    }
    return problems
  })
}

/** Which duties one person should not hold together. */
export const dutySetting: Setting<DutiesContent> = {
  kind: DUTIES,
  audited: DUTIES,
  rights: { view: 'permission.duty.view', edit: 'permission.duty.edit', publish: 'permission.duty.publish' },
  key: Type.Literal(DUTIES),
  content: dutyContent,
  tidy(content) {
    const { duties } = content as Static<typeof dutyContent>
    const codes = (list: readonly string[]) => [
      ...new Set(list.map((each) => each.trim()).filter((each) => each !== '')),
    ]
    return {
      duties: duties.map(({ code, nameZh, nameEn, first, second, effect }) => ({
        code: code.trim(),
        nameZh: nameZh.trim(),
        nameEn: nameEn.trim(),
        first: codes(first),
        second: codes(second),
        effect,
      })),
    }
  },
  versions: (tx, key) => keptVersions(tx, DUTIES, key, deliveredDuties),
  check: async (_tx, _context, _key, content) => problemsOf(content),
}
