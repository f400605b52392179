import { type TProperties, type TSchema, Type } from 'typebox'
import { type ListColumn, type ListFilter, type ReadList, summedColumns } from './read-list.ts'

// The schemas of a list's calls, as they follow from its filters and columns.

const orNull = Type.Union([Type.String(), Type.Null()])
const moment = Type.String({
  maxLength: 40,
  pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$`,
})

function filterSchema(filter: ListFilter): TSchema {
  if (filter.kind === 'number') return Type.Integer({ minimum: filter.range[0], maximum: filter.range[1] })
  if (filter.kind === 'choice' && filter.values)
    return Type.Union([...filter.values.map((value) => Type.Literal(value)), Type.Literal('')])
  return Type.String({ maxLength: (filter.kind === 'text' && filter.max) || 64 })
}

export function filterSchemas({ filters }: Pick<ReadList, 'filters'>): TProperties {
  return Object.fromEntries(
    filters.flatMap((filter): [string, TSchema][] =>
      filter.kind === 'dates'
        ? [`${filter.name}From`, `${filter.name}To`].map((name) => [name, Type.Optional(moment)])
        : [[filter.name, Type.Optional(filterSchema(filter))]],
    ),
  )
}

function columnSchema<Row>({ kind }: ListColumn<Row>): TSchema {
  if (kind === 'number') return Type.Union([Type.Integer(), Type.Null()])
  return kind === 'amount' ? Type.String({ description: 'decimal text with two decimals' }) : orNull
}

export const rowSchema = <Row>({ columns }: Pick<ReadList<Row>, 'columns'>): TSchema =>
  Type.Object({ id: Type.String(), ...Object.fromEntries(columns.map((column) => [column.key, columnSchema(column)])) })

export const sumSchemas = <Row>(list: Pick<ReadList<Row>, 'columns' | 'sums'>): TProperties => ({
  ...Object.fromEntries((list.sums?.by ?? []).map((key) => [key, Type.String()])),
  [list.sums?.count?.field ?? 'rowCount']: Type.Integer(),
  ...Object.fromEntries(summedColumns(list).map(({ key }) => [key, Type.String()])),
})
