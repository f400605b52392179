/** Closes things in the reverse order of their opening, once, however often requested. */
export class Shutdown {
  private readonly closers: (() => Promise<void> | void)[] = []
  private closing: Promise<boolean> | undefined

  get isClosing(): boolean {
    return this.closing !== undefined
  }

  add(close: () => Promise<void> | void): void {
    this.closers.push(close)
  }

  /** Closes everything and returns whether all succeeded. A failure does not prevent closing the others. */
  run(): Promise<boolean> {
    this.closing ??= this.closeAll()
    return this.closing
  }

  private async closeAll(): Promise<boolean> {
    let well = true
    for (let close = this.closers.pop(); close !== undefined; close = this.closers.pop()) {
      try {
        await close()
      } catch (error) {
        well = false
        console.error(`While stopping: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return well
  }
}
