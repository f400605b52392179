/**
 * Routes of a chat link: every page, without the permission call. The server still decides what it answers. It imports
 * the areas itself, so that their names are not part of every first load.
 */
export async function builtInMenu() {
  const [{ areas }, { menu }] = await Promise.all([import('./areas.ts'), import('./menu.ts')])
  return [...menu, ...areas.flatMap((area) => area.menu)]
}
