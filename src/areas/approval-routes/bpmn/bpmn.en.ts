/** Texts that an exported route adds to its own, in English. */
export const bpmn = {
  process: 'Version {version}. A rejection by anybody ends the approval; an approver may return it to an earlier step.',
  submitted: 'Submitted',
  approved: 'Approved',
  needed: 'Needed?',
  otherwise: 'Otherwise',
  after: 'After {hours} h',
  reminded: 'Reminded',
  escalated: 'Moved up to the superior',
  copy: 'Copy to {who}',
  modes: {
    any: 'Any one of its people decides',
    all: 'All of its people decide',
    sequential: 'Its people decide one after another',
    share: 'A share of its people decides',
  },
  who: {
    role: 'Role {role} ({of})',
    account: 'Account {account}',
    head: { document: "Head of the document's organisation", drafter: "Head of the drafter's organisation" },
    chosenBy: { drafter: 'Chosen by the drafter', previous: 'Chosen by the approver before' },
    computed: '{name}, as the document says',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type BpmnTexts = TextShape<typeof bpmn>
