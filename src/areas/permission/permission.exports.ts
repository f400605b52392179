import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import Type from 'typebox'
import { exportColumn, inTurn, rowsInMemory, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { permissionPage as en } from './locale/page.en.ts'
import { permissionPage as zh } from './locale/page.zh.ts'
import { segregationRuleHolders, matrixOf, roleRows } from './list.routes.ts'
import { peopleExports } from './people/people.routes.ts'
import { requestExports } from './requests/request.routes.ts'

const texts = overridableTexts('permissionPage', { en, zh })
const words = wordsOf(texts)
const right = 'permission.export'
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Role = Awaited<ReturnType<typeof roleRows>>[number]

const roles: ListExport = {
  name: 'role',
  path: '/aps/permission/role/export',
  filters: {},
  isClosed: true,
  viewRight: 'permission.role.view',
  right,
  title: words('roles.title'),
  filterTitle: (_language, filter) => filter,
  columns: [
    exportColumn<Role>('name', 'text', words('roles.name'), (row) => row.name),
    exportColumn<Role>('code', 'code', words('roles.code'), (row) => row.code),
    exportColumn<Role>('rights', 'integer', words('roles.rights'), (row) => row.rights),
    exportColumn<Role>('people', 'integer', words('roles.people'), (row) => row.people),
    exportColumn<Role>('draft', 'text', words('roles.draft'), (row) => row.draftBy),
  ],
  query: async (tx, reader) => rowsInMemory(await roleRows(inTurn(tx), reader)),
}

interface Held {
  readonly area: string
  readonly right: string
  readonly code: string
  readonly role: string
  readonly roleCode: string
}

/** One row per right of each role, from which a spreadsheet can make any table. */
const matrix: ListExport = {
  name: 'permissionMatrix',
  path: '/aps/permission/matrix/export',
  filters: {
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    roles: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 })),
  },
  isClosed: true,
  viewRight: 'permission.role.view',
  right,
  title: words('matrix.title'),
  filterTitle: (language, filter) => texts[language].matrix[filter === 'roles' ? 'rolesShown' : 'find'],
  columns: [
    exportColumn<Held>('area', 'text', words('matrix.area_'), (row) => row.area),
    exportColumn<Held>('right', 'text', words('matrix.right'), (row) => row.right),
    exportColumn<Held>('code', 'code', words('matrix.code'), (row) => row.code),
    exportColumn<Held>('role', 'text', words('matrix.role'), (row) => row.role),
    exportColumn<Held>('roleCode', 'code', words('matrix.roleCode'), (row) => row.roleCode),
  ],
  async query(tx, { language }, { filters }) {
    const all = await matrixOf(inTurn(tx), language)
    const word = textOf(filters['keyword']).toLowerCase()
    const chosen = filters['roles'] as readonly string[] | undefined
    const columns = all.roles.filter(({ code }) => !chosen || chosen.includes(code))
    const rows = all.rights
      .filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(word))
      .flatMap(({ area, name, code, roles: holding }) =>
        columns
          .filter((role) => holding.includes(role.code))
          .map((role): Held => ({ area, right: name, code, role: role.name, roleCode: role.code })),
      )
    return rowsInMemory(rows)
  },
}

interface Holder {
  readonly account: string
  readonly name: string
  readonly segregationRule: string
  readonly effect: string
  readonly place: string
  readonly first: string
  readonly second: string
  readonly roles: string
}

const holders: ListExport = {
  name: 'segregationRuleHolders',
  path: '/aps/permission/segregationRule/export',
  filters: {},
  isClosed: true,
  viewRight: 'permission.segregationRule.view',
  right,
  title: words('segregationRules.holders'),
  filterTitle: (_language, filter) => filter,
  columns: [
    exportColumn<Holder>('account', 'code', words('segregationRules.account'), (row) => row.account),
    exportColumn<Holder>('name', 'text', words('segregationRules.person'), (row) => row.name),
    exportColumn<Holder>(
      'segregationRule',
      'text',
      words('segregationRules.segregationRule'),
      (row) => row.segregationRule,
    ),
    exportColumn<Holder>('effect', 'text', words('segregationRules.effect'), (row) => row.effect),
    exportColumn<Holder>('place', 'text', words('segregationRules.place'), (row) => row.place),
    exportColumn<Holder>('first', 'text', words('segregationRules.first'), (row) => row.first),
    exportColumn<Holder>('second', 'text', words('segregationRules.second'), (row) => row.second),
    exportColumn<Holder>('roles', 'text', words('segregationRules.roles'), (row) => row.roles),
  ],
  async query(tx, reader) {
    const found = await segregationRuleHolders(inTurn(tx), reader)
    const list = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name).join(', ')
    return rowsInMemory(
      found.map(({ account, name, segregationRule, effect, place, first, second, roles: by }): Holder => ({
        account,
        name,
        segregationRule: segregationRule.name,
        effect: texts[reader.language].segregationRules.effects[effect],
        place: place?.name ?? '',
        first: list(first),
        second: list(second),
        roles: list(by),
      })),
    )
  },
}

export const permissionExports: readonly ListExport[] = [roles, matrix, ...peopleExports, ...requestExports, holders]
