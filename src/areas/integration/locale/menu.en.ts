import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Labels of the area's menu and rights, in English. */
export const menu = {
  group: 'Synchronization',
  runs: 'Run log',
  pushes: 'Push log',
  rights: {
    run: 'Run, stop, retry and supersede synchronizations by hand',
    view: 'View: run and push logs',
    export: 'Export: run and push logs',
  },
}

export type IntegrationMenu = TextShape<typeof menu>
