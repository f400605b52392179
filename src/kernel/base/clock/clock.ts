/** A moment of the product, and the moment of the machine at which it was reached. */
export interface ClockSetting {
  readonly at: Date
  readonly since: Date
}

let ahead = 0

/**
 * Milliseconds on the clock of this machine. It is for deadlines and ages within one machine, and for what other machines check against
 * their own clocks; never for a day, an expiry or a time that a person reads, which come from `productNow`. Who may read it is listed in
 * test/arch/clock.test.ts.
 */
export function machineTime(): number {
  return Date.now()
}

/**
 * The time of the product, in this process or page. Everything that a person sees and everything that is decided by a day or an hour is
 * read from here: it runs with the machine's clock unless CLOCK_AT starts it elsewhere, and in a page it is the server's.
 */
export function productNow(): Date {
  return new Date(machineTime() + ahead)
}

/** Milliseconds by which the product's clock is ahead of the machine's; sessions of the database are told it (`product_now()`). */
export function clockAhead(): number {
  return ahead
}

/** The machine's time at a given time of the product's clock. The ages of files follow the machine's clock. */
export function machineMoment(at: Date): Date {
  return new Date(at.getTime() - ahead)
}

/** The product's time at a given time of the machine's clock. File times and other machines report real time. */
export function productMoment(machine: number): Date {
  return new Date(machine + ahead)
}

/** Starts the clock of this process where CLOCK_AT says, or leaves it with the machine's. */
export function setClock(setting: ClockSetting | null): void {
  ahead = setting === null ? 0 : setting.at.getTime() - setting.since.getTime()
}

/** Called in a page with the server's time, because the clock of a device may be wrong by days. */
export function learnTime(iso: string): void {
  const told = Date.parse(iso)
  if (!Number.isNaN(told)) ahead = told - machineTime()
}
