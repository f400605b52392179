/** Texts that only the server uses, in English; no browser fetches them. */
export const server = {
  /** Added to the opinion of an approver who agreed to less. */
  reduced: {
    text: 'Approved {after} of {before} {currency} ({lines}). Reason: {reason}',
    line: 'line {line}: {before} → {after}',
    more: 'and {count} more',
  },
  /** Words that a printed document adds to its own. */
  print: {
    submittedAt: 'Submitted {time}',
    createdAt: 'Drafted {time}',
    items: 'Numbers',
    item: 'Number',
    itemGroup: 'Product',
    itemOutcome: 'Outcome',
    itemOutcomes: { good: 'To be done', failed: 'Failed', done: 'Done' },
    itemsShown:
      '{total} numbers: {good} to be done, {done} done, {failed} failed. The first {shown} stand here; the whole list is a file of the page.',
    printed: 'Printed by {name} {account}, {time}. All times are {zone}',
    page: 'Page {page} of {pages}',
    facts: 'Details',
    lines: 'Lines',
    noLines: 'No lines',
    sum: 'Total',
    capital: 'In words',
    record: 'Approval record',
    noRecord: 'Not submitted for approval yet',
    step: 'Step',
    people: 'By',
    outcome: 'Result',
    at: 'Time',
    note: 'Opinion',
    fullTexts: 'Texts in full',
    inFull: '(in full below)',
    newest: 'The newest {shown} of {total} are printed here; the page itself shows all.',
    unshown: '□ stands for a character that the print font does not have.',
  },
  /** Words of an exported file, and of a finished task. */
  downloads: {
    about: 'About this file',
    list: 'List',
    asOf: 'Data as of',
    by: 'Exported by',
    rowCount: 'Rows',
    place: 'Data centre',
    filters: 'Filters',
    noFilters: 'None',
    done: '{rows} {rows, row|rows}',
    part: 'Part',
    span: '{from} to {to}',
    total: 'Total',
    allRows: 'Rows of all parts',
    notReady: 'The file is being made, please wait',
  },
  /** Why a request does not have the declared shape. */
  schema: {
    required: 'required',
    text: 'must be a text',
    number: 'must be a number',
    integer: 'must be a whole number',
    boolean: 'must be true or false',
    list: 'must be a list',
    option: 'not a valid choice',
    tooSmall: 'too small or too short',
    tooLarge: 'too large or too long',
    atLeast: 'at least {limit}',
    atMost: 'at most {limit}',
    unknown: 'not known',
    form: 'not in the expected form',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ServerTexts = TextShape<typeof server>
