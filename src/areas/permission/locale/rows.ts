/** What rows of the area's tables are called where they name a record. Only the server says it: no page loads these. */
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
