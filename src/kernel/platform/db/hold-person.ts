import { prepared } from './statement.ts'

/**
 * Locks what one person has of a kind until the transaction ends, so that a limit on their number holds for concurrent requests: the
 * second request waits, and then counts the row of the first. The first parameter names the kind by its table.
 */
export const holdPerson = prepared('db.hold-person', 'select pg_advisory_xact_lock(hashtext($1), $2)')
