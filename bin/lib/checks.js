// The static checks: `npm run check` runs them all, `npm test` as its first part.

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command
 * @property {NodeJS.ProcessEnv} [env] what it needs besides the environment of all
 */

/**
 * From scratch: TypeScript 7's build info misses types that another file adds to a package's (module augmentation). By one
 * checker and one project at a time, because each checker works out for itself the types that all files share: four of
 * them, the default, take 76 CPU seconds, and one 38. Another check keeps the second core busy meanwhile. With the
 * collector of garbage at rest until memory has grown fivefold instead of twofold it takes 30.
 * @type {Check}
 */
export const types = {
  name: 'types',
  command: ['tsc', '-b', '--force', '--checkers', '1', '--builders', '1'],
  env: { GOGC: '400' },
}
/** @type {Check} */
export const lint = { name: 'lint', command: ['oxlint'] }
/** @type {Check} */
export const unusedCode = { name: 'unused code', command: ['knip'] }
/** @type {Check} */
export const format = { name: 'format', command: ['oxfmt', '--check'] }
