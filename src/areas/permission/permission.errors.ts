import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a role, of access, of the menu or of segregation rules is refused, or may not be published yet. */
export const permissionErrors = defineErrors('permission', {
  ownAccess: { status: 403, params: [] },
  ownRole: { status: 403, params: ['role'] },
  outsideScope: { status: 403, params: ['place'] },
  elsewhereToo: { status: 403, params: [] },
  superAdminOnly: { status: 403, params: [] },
  superAdminFixed: { status: 400, params: [] },
  superAdminAtRoot: { status: 400, params: [] },
  lastSuperAdmin: { status: 400, params: [] },

  roleCode: { status: 400, params: [] },
  bothNames: { status: 400, params: [] },
  nameTaken: { status: 400, params: ['role'] },
  tooLong: { status: 400, params: ['max'] },
  notPlain: { status: 400, params: [] },
  unknownRight: { status: 400, params: ['code'] },
  unknownRole: { status: 400, params: ['role'] },
  unknownPlace: { status: 400, params: ['code'] },
  unknownCustomer: { status: 400, params: ['code'] },
  unknownStore: { status: 400, params: ['code'] },
  twice: { status: 400, params: ['code'] },
  segregationRuleRefused: { status: 400, params: ['segregationRule', 'person'] },

  segregationRuleCode: { status: 400, params: [] },
  segregationRuleSides: { status: 400, params: [] },
  notPattern: { status: 400, params: ['pattern'] },

  menuCode: { status: 400, params: ['code'] },
  menuGroup: { status: 400, params: ['code'] },
  menuCircle: { status: 400, params: ['code'] },
  menuAddress: { status: 400, params: ['url'] },
  menuButton: { status: 400, params: ['code'] },
  menuNeeded: { status: 400, params: ['name'] },

  requestUnknown: { status: 404, params: [] },
  requestAnswered: { status: 409, params: [] },
  subjectUnknown: { status: 404, params: [] },
  alreadyHeld: { status: 400, params: [] },
})
