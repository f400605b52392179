/**
 * Milliseconds on the clock of this machine. It is for deadlines and ages within one machine, and for what other machines check against
 * their own clocks; never for a day, an expiry or a time that a person reads, which come from `productNow`. Who may read it is listed in
 * test/arch/clock.test.ts.
 */
export function machineTime(): number {
  return Date.now()
}
