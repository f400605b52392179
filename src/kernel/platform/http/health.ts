import type { FastifyInstance } from 'fastify'
import { prepared } from '#kernel/platform/db/statement.ts'
import { readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'

const applied = prepared<{ count: number }>(
  'applied migrations',
  'select count(*)::int as count from schema_migration where name = any($1)',
)

/** `/livez`: the process answers. `/healthz`: it can also serve, with its database reachable and migrated. */
export function registerHealth(app: FastifyInstance, pool: TransactionPool): void {
  const names = readMigrations().map((migration) => migration.name)
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    try {
      const row = await reading(pool, (tx) => tx.first(applied(names)))
      if (row?.count === names.length) return { status: 'ready' }
      return await reply.code(503).send({ status: 'migrations are missing' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'the database cannot be reached' })
    }
  })
}
