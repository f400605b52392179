/** What may be done to a record, each as a right. */
export interface RecordRights {
  readonly view: string
  readonly edit: string
  readonly export: string
  readonly import: string
  /** Of a record with a life. */
  readonly enable?: string
}
