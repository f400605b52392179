import { prepared } from '#kernel/platform/db/statement.ts'

/** The demonstration's distributor staff work for the first distributor of India. */
export const seedStaff = prepared(
  'seed demo customer staff',
  `insert into user_customer (user_id, customer_code)
   select u.id, (select code from customer where country_code = 'IN' and kind = 'distributor' and state = 'enabled' order by code limit 1)
   from app_user u where u.account = 'in.dist'`,
)
