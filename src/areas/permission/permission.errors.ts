import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a role, of access, of the menu or of segregation rules is refused, or may not be published yet. */
export const permissionErrors = defineErrors('permission', {
  ownAccess: { status: 403 },
  ownRole: { status: 403, params: ['role'] },
  outsideScope: { status: 403, params: ['place'] },
  elsewhereToo: { status: 403 },
  superAdminOnly: { status: 403 },
  superAdminFixed: [],
  superAdminAtRoot: [],
  lastSuperAdmin: [],

  roleCode: [],
  bothNames: [],
  nameTaken: ['role'],
  tooLong: ['max'],
  notPlain: [],
  unknownRight: ['code'],
  unknownRole: ['role'],
  unknownPlace: ['code'],
  unknownCustomer: ['code'],
  unknownStore: ['code'],
  twice: ['code'],
  segregationRuleRefused: ['segregationRule', 'person'],

  segregationRuleCode: [],
  segregationRuleSides: [],
  notPattern: ['pattern'],

  menuCode: ['code'],
  menuGroup: ['code'],
  menuCircle: ['code'],
  menuAddress: ['url'],
  menuButton: ['code'],
  menuNeeded: ['name'],

  requestUnknown: { status: 404 },
  requestAnswered: { status: 409 },
  subjectUnknown: { status: 404 },
  alreadyHeld: [],
})
