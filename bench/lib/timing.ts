/** Milliseconds of each run, for so many seconds, and at least three runs. */
export async function timed(seconds: number, run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until || times.length < 3) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return times
}
