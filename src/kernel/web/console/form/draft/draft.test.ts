import { describe, expect, test } from 'vitest'
import { sampleDocument, sampleTables } from '#kernel/testing/sample-document.ts'
import {
  contentOf,
  withField,
  draftOf,
  filledLines,
  type FormDraft,
  inputOf,
  isStorable,
  newDraft,
  storedOf,
  totalOf,
} from './draft.ts'
import { copyOf } from './copy-of.ts'
import { differences } from '../conflict/draft-differences.ts'
import { factsOf, fitting, fixedOptions, type FormOptions, withChoice } from '../options.ts'

const stored = {
  id: '7',
  no: 'SL202611001',
  version: 3,
  state: 'draft',
  drafter: { account: 'in.channel', name: 'Channel' },
  createdAt: '',
  updatedAt: '',
  submittedAt: null,
  formInstanceId: null,
  currentHolder: [],
  waitingSince: null,
  kind: 'loan',
  site: 'S1',
  store: null,
  centre: 'C1',
  type: 'T1',
  year: 2026,
  currency: 'INR',
  note: 'For the season',
  total: '12.50',
  lines: [{ lineNo: 1, item: 'I1', amount: '12.50', left: '3.00', remark: null }],
}

const filled = (): FormDraft => draftOf(sampleDocument, stored)

describe('the draft of a form', () => {
  test('the draft of a form holds typed texts, joins paired codes and leaves out computed fields', () => {
    expect(filled().header).toEqual({
      kind: 'loan',
      site: 'S1',
      store: '',
      centre: 'C1|T1',
      parent: '',
      year: '2026',
      currency: 'INR',
      due: '',
      rate: '',
      urgent: '',
      devices: '',
      note: 'For the season',
    })
    expect(filled().lines).toEqual([{ item: 'I1', amount: '12.50', from: '', price: '', tiers: '', remark: '' }])
  })

  test('an autosaved draft is removed with its input only if nobody asked for it and it can be deleted', () => {
    const made = { ...newDraft({}), id: '8', no: 'SL202611002', version: 1, savedAt: '2026-11-21T09:00:00Z' }
    const isGone = (draft: FormDraft, isRemovable = true) => storedOf(draft, isRemovable)?.isGone
    expect([isGone(newDraft({})), isGone(made), isGone(made, false)]).toEqual([undefined, true, false])
    expect(isGone({ ...made, isUnasked: false })).toBe(false)
    expect(isGone({ ...filled(), savedAt: made.savedAt })).toBe(false)
  })

  test('the draft of a form is sent as it was loaded', () => {
    expect(inputOf(sampleDocument, filled())).toEqual({
      id: '7',
      version: 3,
      kind: 'loan',
      site: 'S1',
      store: null,
      centre: 'C1',
      type: 'T1',
      parent: null,
      year: 2026,
      currency: 'INR',
      due: null,
      rate: null,
      urgent: null,
      devices: null,
      note: 'For the season',
      lines: [{ item: 'I1', amount: '12.50', from: null, price: null, tiers: null, remark: null }],
    })
  })

  test('the draft of a form sends invalid input as typed, for the server to explain', () => {
    const draft = newDraft({ year: 'next', site: 'S1' }, [{ amount: 'a lot' }])
    expect(inputOf(sampleDocument, draft)).toMatchObject({ year: 'next', lines: [{ amount: 'a lot', item: null }] })
  })

  test('the draft of a form leaves out empty last lines and keeps those in between', () => {
    const lines: Record<string, string>[] = [{ amount: '1' }, { amount: ' ' }, { amount: '3' }, {}, { amount: '' }]
    expect(filledLines(lines)).toEqual(lines.slice(0, 3))
    expect(filledLines([{}])).toEqual([])
  })

  test('the draft of a form sums readable amounts and can be stored once it names its organisation', () => {
    expect(
      totalOf(sampleDocument, newDraft({}, [{ amount: '1.10' }, { amount: 'x' }, { amount: '2' }])).toFixed(2),
    ).toBe('3.10')
    expect([isStorable(sampleDocument, newDraft({ site: '' })), isStorable(sampleDocument, filled())]).toEqual([
      false,
      true,
    ])
  })
})

test('the content of a form is the same with another empty line, and before and after the server stored it', () => {
  const content = (draft: FormDraft) => contentOf(sampleDocument, draft)
  const begun = newDraft({ site: 'S1' }, [{}])
  expect(content({ ...begun, lines: [{}, { amount: ' ' }] })).toBe(content(begun))
  expect(content({ ...begun, id: '7', version: 3 })).toBe(content(begun))
  expect(content({ ...begun, header: { site: 'S1', note: 'x' } })).not.toBe(content(begun))
  expect(content({ ...begun, lines: [{ amount: '1' }] })).not.toBe(content(begun))
})

test('the differences of two drafts name fields, lines and lines that only one has', () => {
  const mine = filled()
  const theirs = {
    ...mine,
    header: { ...mine.header, note: 'Other' },
    lines: [
      { item: 'I1', amount: '13' },
      { item: 'I2', amount: '1' },
    ],
  }
  expect(differences(sampleDocument, mine, theirs)).toEqual([
    { key: ' note', field: 'note', row: null, mine: 'For the season', theirs: 'Other' },
    { key: '0 amount', field: 'amount', row: 0, mine: '12.50', theirs: '13' },
    { key: '1', field: null, row: 1, mine: '', theirs: '+' },
  ])
  expect(differences(sampleDocument, mine, { ...mine, lines: [...mine.lines, {}] })).toEqual([])
})

const options: FormOptions = {
  fields: {
    site: {
      isLoading: false,
      options: [
        { value: 'S1', label: 'One', sets: { currency: 'INR' } },
        { value: 'S2', label: 'Two', sets: { currency: 'IDR' } },
      ],
    },
    store: {
      isLoading: false,
      options: [
        { value: 'A', label: 'A', of: { site: 'S1' } },
        { value: 'B', label: 'B', of: { site: 'S2' } },
      ],
    },
  },
  lines: {},
}

describe('a choice in a form', () => {
  test('a choice sets the fields that come with it and clears those that no longer fit', () => {
    expect(withChoice(options.fields, { site: 'S1', store: 'A', currency: 'INR' }, 'site', 'S2')).toEqual({
      site: 'S2',
      store: '',
      currency: 'IDR',
    })
  })

  test('a choice keeps values that no list knows, for the server to judge', () => {
    expect(withChoice(options.fields, { store: 'gone' }, 'site', 'S2')).toMatchObject({ store: 'gone' })
  })

  test('a choice is offered only where it fits the other fields', () => {
    const stores = options.fields['store']?.options ?? []
    expect(fitting(stores, { site: 'S2' }).map(({ value }) => value)).toEqual(['B'])
    expect(fitting(stores, {}).map(({ value }) => value)).toEqual(['A', 'B'])
  })

  test('an option is offered by what another chosen option has, and a chosen one that no longer fits is cleared', () => {
    const lists = {
      customer: fixedOptions([
        { value: 'C1', label: 'C1', has: { country: 'IN' } },
        { value: 'C2', label: 'C2', has: { country: 'BD' } },
      ]),
      budget: fixedOptions([
        { value: 'B1', label: 'B1', of: { country: 'IN' } },
        { value: 'B2', label: 'B2', of: { country: 'BD' } },
        { value: 'B3', label: 'B3' },
      ]),
    }
    const of = (values: Record<string, string>) =>
      fitting(lists.budget.options, { ...factsOf(lists, values), ...values }).map(({ value }) => value)
    expect(of({ customer: 'C1' })).toEqual(['B1', 'B3'])
    expect(of({})).toEqual(['B1', 'B2', 'B3'])
    expect(withChoice(lists, { customer: 'C1', budget: 'B1' }, 'customer', 'C2')).toEqual({
      customer: 'C2',
      budget: '',
    })
    expect(withChoice(lists, { customer: 'C1', budget: 'B3' }, 'customer', 'C2')).toMatchObject({ budget: 'B3' })
  })

  test('a changed choice clears dependent fields in header and lines', () => {
    const spec = { resets: { site: { fields: ['centre'], lines: ['item'] } } }
    const next = withField(spec, options, filled(), 'site', 'S2')
    expect(next.header).toMatchObject({ site: 'S2', centre: '', currency: 'IDR', note: 'For the season' })
    expect(next.lines).toMatchObject([{ item: '', amount: '12.50', remark: '' }])
    const same = filled()
    expect(withField(spec, options, same, 'site', 'S1')).toBe(same)
  })
})

test('a draft holds the rows of further tables, sends each under its name, and a copy begins with them', () => {
  const quotes = [{ lineNo: 1, rival: 'X', price: '2.0000', gap: '1.0000' }]
  const draft = draftOf(sampleTables, { ...stored, quotes } as never)
  expect(draft.tables).toEqual({ quotes: [{ rival: 'X', price: '2.0000' }], visits: [] })
  const typed = {
    ...draft,
    tables: {
      ...draft.tables,
      visits: [
        { day: 'soon', note: '' },
        { day: '', note: '' },
      ],
    },
  }
  expect(inputOf(sampleTables, typed)).toMatchObject({
    quotes: [{ rival: 'X', price: '2.0000' }],
    visits: [{ day: 'soon', note: null }],
  })
  expect(contentOf(sampleTables, typed)).not.toBe(contentOf(sampleTables, draft))
  expect(copyOf(sampleTables, { ...stored, quotes } as never).tables).toEqual(draft.tables)
  expect(inputOf(sampleDocument, draftOf(sampleDocument, stored as never))).not.toHaveProperty('quotes')
  expect(differences(sampleTables, typed, draft)).toEqual([
    { key: 'visits0', field: null, row: 0, table: 'visits', mine: '+', theirs: '' },
  ])
  const other = { ...draft, tables: { ...draft.tables, quotes: [{ rival: 'Y', price: '2.0000' }] } }
  expect(differences(sampleTables, draft, other)).toEqual([
    { key: 'quotes0 rival', field: 'rival', row: 0, table: 'quotes', mine: 'X', theirs: 'Y' },
  ])
})
