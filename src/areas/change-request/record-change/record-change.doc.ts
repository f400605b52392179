import { APPROVAL_STATES, approvalActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { organisationByCode } from '#areas/organisation/references.facade.ts'
import { changedField, changedRecord, changedValue } from './change-references.ts'
import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { changeRequest } from '../change-request.documents.ts'

const LIFE = approvalActions('change.record', 'record_change')

/** A request about one master data record: to approve a draft, or to change guarded fields (decision 037). */
export const recordChange = defineDocument({
  name: 'recordChange',
  area: 'change-request',
  table: 'record_change',
  number: { prefix: 'MC', reset: 'month' },
  api: '/aps/record/change',
  pages: pagesOf(changeRequest),
  viewRight: 'change.record.view',
  exportRight: 'change.record.export',
  menu: { code: 'change', form: 'change_apply', pcode: 'master', sortIndex: 890, hasOwnList: true },
  fields: {
    changeKind: f.choice(['new', 'change'], { required: true }),
    recordKind: f.ref(changedRecord, { required: true, joins: 'recordKey' }),
    recordKey: f.code({ required: true, max: 200, recordOf: 'recordKind' }),
    organisationCode: f.ref(organisationByCode, { required: true }),
    reason: f.text({ required: true, max: 500 }),
  },
  lines: {
    field: f.ref(changedField, { required: true }),
    oldValue: { ...f.text({ max: 2000 }), refersTo: changedValue, computed: true },
    value: { ...f.text({ max: 2000 }), refersTo: changedValue },
  },
  lineLimits: { typed: 50, file: 50, optional: true },
  attachments: { max: 10 },
  states: APPROVAL_STATES,
  initial: 'draft',
  actions: {
    ...LIFE,
    save: { ...LIFE.save, needs: ['changeKind', 'recordKind', 'organisationCode'] },
    submit: { ...LIFE.submit, stepUp: 'byContent' },
    approve: { ...LIFE.approve, stepUp: 'byContent' },
  },
  view: {
    title: 'changeKind',
    subject: ['recordKind'],
    facts: [['recordKind', 'organisationCode'], ['reason']],
    form: ['recordKind', 'reason'],
    lines: { columns: ['field', 'oldValue', 'value'], frozen: ['field'], card: ['field'] },
  },
  list: {
    columns: [
      'no',
      'changeKind',
      'recordKind',
      'recordKey',
      'organisationCode',
      'state',
      'drafter',
      'currentHolder',
      'waitingSince',
      'createdAt',
    ],
    filters: ['no', 'state', 'changeKind', 'recordKind', 'recordKey', 'drafter', 'createdFrom', 'createdTo'],
    sort: ['no', 'createdAt'],
  },
})

export type RecordChangeRequest = typeof recordChange
export interface RecordChangeHeader extends HeaderOf<RecordChangeRequest> {}
export interface RecordChangeContent extends Content<RecordChangeRequest> {}
