import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../shared/scheme-types.ts'
import { MONEY, type Scheme, schemeAddress } from './scheme-wire.ts'

const TEXTS = 'scheme.documents.schemeApplication'
const field = (name: string) => `${TEXTS}.fields.${name}`
const day = (key: string): ListColumn<Scheme> => ({ key, kind: 'day', title: field(key), isSorted: true })

/** All schemes with what became of their money. */
export const schemes = defineList<Scheme>({
  name: 'scheme',
  path: '/aps/scheme',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'scheme.application.view',
  exportRight: 'scheme.application.export',
  title: 'schemeLife.title',
  caption: 'schemeLife.caption',
  fileTitle: 'scheme.menu.schemes',
  rowKey: 'schemeNo',
  sort: '-schemeNo',
  address: ({ schemeNo }) => schemeAddress(schemeNo),
  columns: [
    { key: 'schemeNo', kind: 'document', title: field('no'), isSorted: true },
    { key: 'name', kind: 'text', title: field('name'), card: 'title' },
    { key: 'schemeType', kind: 'word', title: field('schemeType'), words: `${TEXTS}.options.schemeType` },
    { key: 'state', kind: 'state', title: field('state'), words: 'scheme.states', colours: SCHEME_STATES },
    { key: 'idcCode', kind: 'code', title: field('idcCode'), only: 'file' },
    ...MONEY.map((key): ListColumn<Scheme> => ({
      key,
      kind: 'amount',
      title: `scheme.money.${key}`,
      hasCurrency: true,
      isSum: true,
    })),
    day('startDate'),
    day('endDate'),
    day('claimDeadline'),
    { key: 'rebateType', kind: 'word', title: field('rebateType'), words: `${TEXTS}.options.rebateType`, only: 'file' },
    { key: 'currency', kind: 'code', title: field('currency'), only: 'file' },
    { key: 'owner', kind: 'text', title: 'schemeLife.owner', value: ({ owner }) => owner.name },
  ],
  fileOrder: `schemeNo name schemeType state idcCode startDate endDate claimDeadline rebateType currency ${MONEY.join(' ')} owner`,
  filters: [
    { kind: 'text', name: 'schemeNo', title: field('no'), max: 20 },
    { kind: 'text', name: 'name', title: field('name'), max: 100 },
    {
      kind: 'choice',
      name: 'state',
      title: field('state'),
      values: Object.keys(SCHEME_STATES),
      words: 'scheme.states',
    },
    {
      kind: 'choice',
      name: 'schemeType',
      title: field('schemeType'),
      values: SCHEME_TYPES,
      words: `${TEXTS}.options.schemeType`,
    },
    { kind: 'choice', name: 'idcCode', title: field('idcCode') },
    { kind: 'text', name: 'customerCode', title: `${TEXTS}.lineFields.customerCode`, max: 64 },
    { kind: 'text', name: 'currency', title: field('currency'), max: 3 },
    { kind: 'dates', name: 'running', title: 'schemeLife.days', isOfDays: true },
  ],
  sums: { by: ['currency'], count: { field: 'schemeCount', text: 'schemeLife.all' } },
})
