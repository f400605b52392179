import { menuLabel } from '#kernel/base/i18n/texts.ts'
import Type, { type Static } from 'typebox'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { isPlain } from '#kernel/base/i18n/plain-text.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { isPattern } from './segregation-rules.rules.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { SegregationRulesContent } from '../permission-wire.ts'
import { deliveredSegregationRules } from '../roles/delivered.server.ts'

export const SEGREGATION_RULES = 'segregationRules'
const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/
const MAX_NAME = 80

const side = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })
const segregationRuleContent = Type.Object(
  {
    segregationRules: Type.Array(
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

function problemsOf({ segregationRules }: SegregationRulesContent): readonly Refusal[] {
  const codes = segregationRules.map(({ code }) => code)
  return segregationRules.flatMap(({ code, nameZh, nameEn, first, second }, row): Refusal[] => {
    const problems: Refusal[] = []
    if (!CODE.test(code)) problems.push(permissionErrors.segregationRuleCode({}, { row, field: 'code' }))
    if (codes.indexOf(code) !== row) problems.push(permissionErrors.twice({ code }, { row, field: 'code' }))
    if (nameZh === '' || nameEn === '') problems.push(permissionErrors.bothNames({}, { row, field: 'nameZh' }))
    if (nameZh.length > MAX_NAME || nameEn.length > MAX_NAME)
      problems.push(permissionErrors.tooLong({ max: MAX_NAME }, { row, field: 'nameZh' }))
    if (![nameZh, nameEn].every(isPlain)) problems.push(permissionErrors.notPlain({}, { row, field: 'nameZh' }))
    if (first.length === 0) problems.push(permissionErrors.segregationRuleSides({}, { row, field: 'first' }))
    if (second.length === 0) problems.push(permissionErrors.segregationRuleSides({}, { row, field: 'second' }))
    const sides = [['first', first] as const, ['second', second] as const]
    for (const [field, patterns] of sides) {
      const wrong = patterns.find((pattern) => !isPattern(pattern))
      if (wrong !== undefined) problems.push(permissionErrors.notPattern({ pattern: wrong }, { row, field }))
    }
    return problems
  })
}

/** Which segregation rules one person should not hold together. */
export const segregationRuleSetting: Setting<SegregationRulesContent> = {
  kind: SEGREGATION_RULES,
  called: {
    title: (language) => menuLabel(language, 'permission_segregation_rules'),
    name: () => '',
    page: () => '/system/duties',
  },
  audited: SEGREGATION_RULES,
  rights: {
    view: 'permission.segregationRule.view',
    edit: 'permission.segregationRule.edit',
    publish: 'permission.segregationRule.publish',
  },
  key: Type.Literal(SEGREGATION_RULES),
  content: segregationRuleContent,
  tidy(content) {
    const { segregationRules } = content as Static<typeof segregationRuleContent>
    const codes = (list: readonly string[]) => [
      ...new Set(list.map((each) => each.trim()).filter((each) => each !== '')),
    ]
    return {
      segregationRules: segregationRules.map(({ code, nameZh, nameEn, first, second, effect }) => ({
        code: code.trim(),
        nameZh: nameZh.trim(),
        nameEn: nameEn.trim(),
        first: codes(first),
        second: codes(second),
        effect,
      })),
    }
  },
  versions: (tx, key) => keptVersions(tx, SEGREGATION_RULES, key, deliveredSegregationRules),
  check: async (_tx, _context, _key, content) => problemsOf(content),
}
