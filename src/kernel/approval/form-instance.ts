/** `formInstanceId` as links and calls carry it: the document and the round that the approval is about. */
export interface FormInstance {
  readonly documentId: string
  readonly round: number
}

export function formInstanceId(instance: FormInstance): string {
  return `${instance.documentId}-${instance.round}`
}

/** Null for a text that cannot be one. */
export function readFormInstanceId(text: unknown): FormInstance | null {
  const match = typeof text === 'string' ? /^(\d{1,18})-(\d{1,6})$/.exec(text) : null
  return match?.[1] && match[2] ? { documentId: match[1], round: Number(match[2]) } : null
}
