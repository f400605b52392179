import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { namedScheme } from '../drafts-and-names/scheme-references.ts'
import {
  actionsOf,
  fundingFields,
  headOf,
  LIST_FILTERS,
  LIST_LAST_FILTERS,
  LIST_TAIL,
  placeFields,
} from '../shared/scheme-document.ts'

/**
 * C1: a commitment goes with its budget; C2: it is charged to the new year's; C3: it is released; A: an accrual goes,
 * and stays the expense of its year; C3A: an accrual is released.
 */
export const CARRY_OPTIONS = ['C1', 'C2', 'C3', 'A', 'C3A'] as const
export type CarryChoice = (typeof CARRY_OPTIONS)[number]

const { customerCode, budgetCode } = fundingFields

/** Annual carry-over: carries an area's open scheme amounts over the end of a year, or undoes a run (domain.md 2.10). */
export const schemeAnnualCarryover = defineDocument({
  ...headOf('annualCarryover'),
  name: 'schemeAnnualCarryover',
  table: 'scheme_annual_carryover',
  number: { prefix: 'SK', reset: 'month' },
  // An area's schemes in one run; an undo has no lines.
  lineLimits: { typed: 10_000, file: 10_000, optional: true },
  fields: {
    ...placeFields,
    kind: f.choice(['carry', 'undo'], { required: true }),
    fromYear: f.integer({ required: true, range: [2000, 2100] }),
    toYear: { ...f.integer(), computed: true },
    // The day on which schemes were read.
    cutOffDate: f.date(),
    currency: f.code({ required: true, max: 3 }),
    // Of the carry-over to undo.
    runNo: f.code({ max: 20 }),
    reason: f.text({ required: true, max: 500 }),
    source: f.choice(['typed', 'file']),
    totalAmount: f.money({ computed: true }),
  },
  lines: {
    // A scheme line's part paid by one budget: number of the scheme, and of the part within it.
    part: f.code({ required: true, max: 40 }),
    schemeNo: { ...f.ref(namedScheme), computed: true },
    fundingNo: { ...f.integer(), computed: true },
    customerCode,
    budgetCode,
    newBudgetCode: { ...f.code(), computed: true },
    committedAmount: f.money({ computed: true }),
    accruedAmount: f.money({ computed: true }),
    option: f.choice(CARRY_OPTIONS, { required: true }),
    amount: f.money({ computed: true }),
    remark: f.text({ max: 200 }),
  },
  actions: actionsOf('annualCarryover', 'scheme_annual_carryover'),
  view: {
    subject: ['kind', 'areaId', 'fromYear'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [['kind', 'areaId', 'fromYear', 'toYear', 'cutOffDate', 'runNo', 'currency'], ['reason']],
    form: ['kind', 'areaId', 'runNo', 'fromYear', 'currency', 'cutOffDate', 'reason'],
    lines: {
      columns: [
        'part',
        'schemeNo',
        'customerCode',
        'budgetCode',
        'newBudgetCode',
        'committedAmount',
        'accruedAmount',
        'option',
        'amount',
        'remark',
      ],
      frozen: ['part'],
      sum: 'amount',
      card: ['part', 'option'],
    },
  },
  list: {
    columns: ['no', 'kind', 'areaId', 'fromYear', 'toYear', 'totalAmount', 'runNo', 'state', ...LIST_TAIL],
    filters: [...LIST_FILTERS, 'kind', 'fromYear', 'currency', 'runNo', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount', 'fromYear'],
  },
})

export type SchemeAnnualCarryover = typeof schemeAnnualCarryover
export interface AnnualCarryoverHeader extends HeaderOf<SchemeAnnualCarryover> {}
export interface AnnualCarryoverLine extends LineOf<SchemeAnnualCarryover> {}
export interface AnnualCarryoverContent extends Content<SchemeAnnualCarryover> {}
