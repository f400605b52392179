import { defineList } from '#kernel/engine/read-list/read-list.ts'
import { PROPOSAL_API, PROPOSAL_STATES, type Proposal, PROPOSALS } from './proposal-wire.ts'

const said = (name: string) => `priceProtection.${name}`
const CLASSES = 'scheme.documents.schemeApplication.options.productClass'

/** What price cuts propose to pay for the stock of customers. */
export const proposals = defineList<Proposal>({
  name: PROPOSALS,
  path: PROPOSAL_API,
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'scheme.application.view',
  exportRight: 'scheme.application.export',
  title: said('title'),
  note: said('note'),
  emptyText: said('none'),
  sort: '-referenceDay',
  columns: [
    { key: 'sourceNo', kind: 'code', title: said('sourceNo'), isFrozen: true, card: 'title' },
    { key: 'state', kind: 'state', title: said('state'), words: said('states'), colours: PROPOSAL_STATES },
    { key: 'areaName', kind: 'text', title: said('area'), card: 'below' },
    { key: 'productClass', kind: 'word', title: said('productClass'), words: CLASSES },
    { key: 'referenceDay', kind: 'day', title: said('referenceDay'), isSorted: true },
    { key: 'countedAt', kind: 'time', title: said('countedAt') },
    { key: 'cuts', kind: 'number', title: said('cuts') },
    { key: 'cutsTaken', kind: 'number', title: said('cutsTaken') },
    { key: 'changedAct', kind: 'word', title: said('changedAct'), words: said('acts') },
    { key: 'changedNo', kind: 'code', title: said('changedNo') },
    { key: 'changedAt', kind: 'time', title: said('changedAt') },
    { key: 'customers', kind: 'number', title: said('customers') },
    { key: 'units', kind: 'number', title: said('units') },
    { key: 'amount', kind: 'amount', title: said('amount'), hasCurrency: true, isSum: true },
    { key: 'currency', kind: 'code', title: said('currency'), only: 'file' },
    {
      key: 'applicationNo',
      kind: 'code',
      title: said('applicationNo'),
      address: ({ applicationNo }) =>
        applicationNo === null ? null : `/scheme/application/pc?type=view&applyNo=${applicationNo}`,
    },
    { key: 'reason', kind: 'text', title: said('reason') },
    { key: 'decidedBy', kind: 'text', title: said('decidedBy') },
    { key: 'decidedAt', kind: 'time', title: said('decidedAt') },
    { key: 'idcCode', kind: 'code', title: said('idcCode'), only: 'file' },
  ],
  filters: [
    { kind: 'text', name: 'id', title: said('sourceNo'), max: 20, isOfCalls: true },
    { kind: 'text', name: 'sourceNo', title: said('sourceNo'), max: 20 },
    {
      kind: 'choice',
      name: 'state',
      title: said('state'),
      values: Object.keys(PROPOSAL_STATES),
      words: said('states'),
    },
    { kind: 'text', name: 'idcCode', title: said('idcCode'), max: 8 },
    { kind: 'text', name: 'customerCode', title: said('customerCode'), max: 64 },
    { kind: 'text', name: 'skuCode', title: said('skuCode'), max: 64 },
    { kind: 'dates', name: 'referenceDay', title: said('referenceDay'), isOfDays: true },
    { kind: 'text', name: 'applicationNo', title: said('applicationNo'), max: 20 },
  ],
  start: { state: 'open' },
  sums: { by: ['currency'] },
})
