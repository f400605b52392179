import type { Action, AnyDefinition } from './definition.ts'
import type { Fields } from './fields.ts'

/**
 * Whether an action is an act: what is done to a document beside its approval, by a holder of a right or with an input. It brings no
 * new content and decides no task.
 */
export function isAct({ by, input }: Pick<Action, 'by' | 'input'>): boolean {
  return by === 'operator' || input !== undefined
}

/**
 * The input of an act as the header of a definition, so that whatever reads, draws and writes out the fields of a document serves
 * it. Its texts are below `acts.<action>` of the document's own. Null where the act takes none.
 */
export function inputDefinition(definition: AnyDefinition, action: string): AnyDefinition | null {
  const fields: Fields | undefined = definition.actions[action]?.input
  if (!fields) return null
  const { view: _, partialApproval: __, duplicates: ___, attachments: ____, ...rest } = definition
  return {
    ...rest,
    name: `${definition.name}.acts.${action}`,
    fields,
    lines: {},
    view: {},
    list: { columns: [], filters: [], sort: [] },
  }
}
