import { prepared } from './statement.ts'

/**
 * Until its transaction ends, nobody else counts what this person has of a kind: of two that find room for one more, the second
 * waits and then counts the first. `of` names the kind, as the table that holds it.
 */
export const holdPerson = prepared('db.hold-person', 'select pg_advisory_xact_lock(hashtext($1), $2)')
