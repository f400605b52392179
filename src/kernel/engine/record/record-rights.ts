/** The rights of a record by action. */
export interface RecordRights {
  readonly view: string
  readonly edit: string
  readonly export: string
  readonly import: string
  /** Of a record with a life cycle. */
  readonly enable?: string
}
