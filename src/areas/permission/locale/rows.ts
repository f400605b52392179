/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    userRole: 'Roles',
    userRoleOfOrganisation: 'Roles that people hold there',
  },
  zh: {
    userRole: '角色',
    userRoleOfOrganisation: '人员在该组织的角色',
  },
}
