export interface AttachmentView {
  readonly key: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

/** What an upload is told of the same content that its uploader handed in before. */
export interface SameFileView {
  readonly keys: string[]
  /** As it was called then, when, and the document that it went with. */
  readonly name: string
  readonly time: string
  readonly documentNo: string | null
}

export interface UploadedView extends AttachmentView {
  readonly same: SameFileView | null
}
