/** `formInstanceId` as links and calls carry it: the document and the round of the approval. */
export interface FormInstance {
  readonly documentId: string
  readonly round: number
}

export function formInstanceId(instance: FormInstance): string {
  return `${instance.documentId}-${instance.round}`
}

/** Parses exactly this form, else null: `12-02`, `012-2` and ` 12-2` are invalid, `12-2` is the second round. */
export function readFormInstanceId(text: unknown): FormInstance | null {
  const match = typeof text === 'string' ? /^([1-9]\d{0,17})-([1-9]\d{0,5})$/.exec(text) : null
  return match?.[1] && match[2] ? { documentId: match[1], round: Number(match[2]) } : null
}
