import { Type } from 'typebox'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { deviceDetail } from '../device-schemas.ts'
import { DEVICE_PATH } from '../device-wire.ts'
import { detailOf } from './device-detail.server.ts'

export const deviceDetailRoute = defineRoute({
  method: 'POST',
  path: `${DEVICE_PATH}/detail`,
  right: 'device.registry.view',
  summary: 'A device by its id or any of its numbers: what it is, who had it, and what was paid for it',
  mode: 'read',
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}$` })),
      number: Type.Optional(Type.String({ maxLength: 40 })),
    },
    { additionalProperties: false },
  ),
  data: deviceDetail,
  handler: (tx, context, { body }) => detailOf(tx, context, body),
})
