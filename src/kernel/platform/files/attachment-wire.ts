export interface AttachmentView {
  readonly key: string
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Tells an uploader that they uploaded the same content before. */
export interface SameFileView {
  readonly keys: string[]
  /** Its name then, when, and the document it belonged to. */
  readonly name: string
  readonly time: string
  readonly documentNo: string | null
}

export interface UploadedView extends AttachmentView {
  readonly same: SameFileView | null
}

/** Most files per opinion, for both the form and the server. */
export const MOST_OF_OPINION = 5
