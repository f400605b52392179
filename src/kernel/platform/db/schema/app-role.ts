import pg from 'pg'

// The role that the application works as: it may insert into append-only tables and change the others, but owns
// nothing, so it can neither disable a trigger nor drop a table. Migrations run as the owner.

export const APP_ROLE = 'back_office_app'

/** Advisory lock that serialises concurrent start-ups. */
const LOCK_KEY = 7_301_147

async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'grants' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const answer = await work(client)
    await client.query('commit')
    return answer
  } finally {
    await client.end()
  }
}

/** Creates the role with this password in an embedded cluster. */
export async function ensureAppRole(ownerUrl: string, password: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    const verb = rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${APP_ROLE} login password ${client.escapeLiteral(password)}`)
  })
}

/** The connection string of the same database with another role. */
export function urlAs(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = encodeURIComponent(role)
  url.password = encodeURIComponent(password)
  return url.href
}

/** Each query returns the statements that are still missing, so a start without changes runs none. */
const MISSING: readonly string[] = [
  `select format('grant connect, temporary, create on database %I to %I', current_database(), $1::text) as statement
   where not (has_database_privilege($1, current_database(), 'connect') and has_database_privilege($1, current_database(), 'temporary')
     and has_database_privilege($1, current_database(), 'create'))`,
  `select format('grant usage on schema public to %I', $1::text) as statement where not has_schema_privilege($1, 'public', 'usage')`,
  // An append-only table is recognised by its trigger, so new tables need no entry here. Parts of a table are written through it alone, where its triggers are.
  `with relation as (
     select c.oid, c.relname, case
       when c.relkind in ('v', 'm') or c.relname = 'schema_migration' then array['select']
       when exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'refuse_change()'::regprocedure) then array['select', 'insert']
       else array['select', 'insert', 'update', 'delete'] end as wanted
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
     )
   )
   select format('revoke all on %1$I from %2$I; grant %3$s on %1$I to %2$I', relname, $1::text, array_to_string(wanted, ', ')) as statement
   from relation where wanted <> array(
     select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) with ordinality as u (p, n)
     where has_table_privilege($1, oid, p) order by n
   )`,
  // Sequences of document numbers belong to next_document_number alone, which runs as the owner.
  `select format('grant usage, select on sequence %I to %I', c.relname, $1::text) as statement
   from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and not starts_with(c.relname, 'document_number_')
     and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select'))`,
  // The job queue creates and changes its own tables; one created by the owner before this role existed is transferred.
  `with space as (select oid from pg_namespace where nspname = 'graphile_worker'), role as (select oid from pg_roles where rolname = $1)
   select format('alter %s owner to %I', what, $1::text) as statement from (
     select 1 as turn, 'schema graphile_worker' as what from pg_namespace n join space using (oid) where n.nspowner <> (select oid from role)
     union all
     select 2, format('%s graphile_worker.%I', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.relname)
     from pg_class c join space s on s.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'S') and c.relowner <> (select oid from role) and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S'
     )
     union all
     select 3, format('routine %s', p.oid::regprocedure) from pg_proc p join space s on s.oid = p.pronamespace where p.proowner <> (select oid from role)
     union all
     select 4, format('type graphile_worker.%I', t.typname) from pg_type t join space s on s.oid = t.typnamespace
     left join pg_class c on c.oid = t.typrelid
     where t.typowner <> (select oid from role) and (t.typtype in ('e', 'd') or c.relkind = 'c')
   ) o order by turn`,
]

/** Grants a role what the application needs in a migrated database, and revokes what it must not have. */
export async function grantApp(ownerUrl: string, role: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    for (const missing of MISSING) {
      const { rows } = await client.query<{ statement: string }>(missing, [role])
      for (const { statement } of rows) await client.query(statement)
    }
  })
}

async function asked<T>(databaseUrl: string, question: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'grants' })
  await client.connect()
  try {
    return (await client.query<{ answer: T }>(`select ${question} as answer`)).rows[0]?.answer
  } finally {
    await client.end()
  }
}

/** The role of a connection string. */
export async function roleOf(databaseUrl: string): Promise<string> {
  return (await asked<string>(databaseUrl, 'current_user::text')) ?? ''
}

/** Whether this role could change the history: an owner, a superuser, or a role with too many grants. */
export async function mayForge(databaseUrl: string): Promise<boolean> {
  const question = `has_table_privilege('audit_entry', 'update, delete, truncate, trigger')`
  return (await asked<boolean>(databaseUrl, question)) ?? true
}
