import type { IntervalDefinition } from '#kernel/engine/interval/interval.ts'

/** Prices of the list, and what products cost: both are in force for a time (domain.md 5). */
export const intervals: readonly IntervalDefinition[] = [
  {
    table: 'price_row',
    history: 'price_change',
    key: 'key_id',
    keys: 'price_key',
    values: [
      'scope_id',
      'price',
      'tax_mode',
      'tax_rate',
      'previous_price',
      'cost_basis',
      'margin',
      'ladder',
      'basis',
      'associated_code',
      'creator_role',
      'source_type',
      'source_id',
      'source_no',
      'line_no',
    ],
    ofKey: ['party'],
  },
  {
    table: 'price_cost',
    history: 'price_cost_change',
    key: 'key_id',
    keys: 'price_cost_key',
    values: ['scope_id', 'unit_cost', 'floor_margin', 'source_no'],
  },
]
