import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'

/** The provider library's payload; its structure is opaque. */
type Payload = Readonly<Record<string, unknown>>

const upsert = prepared(
  'provider upsert',
  `insert into oidc_artifact (kind, id, payload, grant_id, uid, user_code, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
   on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
     user_code = excluded.user_code, expires_at = excluded.expires_at`,
)

const COLUMNS = `case when consumed_at is null then payload
  else payload || jsonb_build_object('consumed', floor(extract(epoch from consumed_at))) end as payload`

const byId = prepared<{ payload: Payload }>(
  'provider by id',
  `select ${COLUMNS} from oidc_artifact where kind = $1 and id = $2 and (expires_at is null or expires_at > now())`,
)
const byUid = prepared<{ payload: Payload }>(
  'provider by uid',
  `select ${COLUMNS} from oidc_artifact where kind = $1 and uid = $2 and (expires_at is null or expires_at > now())`,
)
const byUserCode = prepared<{ payload: Payload }>(
  'provider by user code',
  `select ${COLUMNS} from oidc_artifact where kind = $1 and user_code = $2 and (expires_at is null or expires_at > now())`,
)
const consume = prepared('provider consume', 'update oidc_artifact set consumed_at = now() where kind = $1 and id = $2')
const destroy = prepared('provider destroy', 'delete from oidc_artifact where kind = $1 and id = $2')
const revoke = prepared('provider revoke', 'delete from oidc_artifact where grant_id = $1')

/** Storage of the provider's sessions, codes and grants in PostgreSQL, so that any process can continue where another began. */
export function storageOf(pool: TransactionPool) {
  return function storage(kind: string) {
    return {
      async upsert(id: string, payload: Payload, seconds: number): Promise<void> {
        const { grantId, uid, userCode } = payload
        const values = [
          kind,
          id,
          JSON.stringify(payload),
          grantId ?? null,
          uid ?? null,
          userCode ?? null,
          seconds ?? null,
        ]
        await reading(pool, (tx) => tx.run(upsert(...values)))
      },
      find: async (id: string) => (await reading(pool, (tx) => tx.first(byId(kind, id))))?.payload,
      findByUid: async (uid: string) => (await reading(pool, (tx) => tx.first(byUid(kind, uid))))?.payload,
      findByUserCode: async (code: string) => (await reading(pool, (tx) => tx.first(byUserCode(kind, code))))?.payload,
      async consume(id: string): Promise<void> {
        await reading(pool, (tx) => tx.run(consume(kind, id)))
      },
      async destroy(id: string): Promise<void> {
        await reading(pool, (tx) => tx.run(destroy(kind, id)))
      },
      async revokeByGrantId(grantId: string): Promise<void> {
        await reading(pool, (tx) => tx.run(revoke(grantId)))
      },
    }
  }
}
