/** `formInstanceId` as links and calls carry it: the document and the round that the approval is about. */
export interface FormInstance {
  readonly documentId: string
  readonly round: number
}

export function formInstanceId(instance: FormInstance): string {
  return `${instance.documentId}-${instance.round}`
}

/** Null for a text that is not written exactly so: `12-02`, `012-2` or ` 12-2` name nothing, where `12-2` names the second round. */
export function readFormInstanceId(text: unknown): FormInstance | null {
  const match = typeof text === 'string' ? /^([1-9]\d{0,17})-([1-9]\d{0,5})$/.exec(text) : null
  return match?.[1] && match[2] ? { documentId: match[1], round: Number(match[2]) } : null
}
