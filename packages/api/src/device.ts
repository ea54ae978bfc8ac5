import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { oneOf } from './schema.ts'

/** The device token of protected endpoints. */
export const device = {
  token: endpoint({
    method: 'GET',
    path: '/v1/constantid/udid/c1',
    summary: 'A device token: 40 hex digits as plain text.',
    access: 'public',
    signing: 'none',
    request: Type.Object({
      appId: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }),
      mode: Type.Optional(oneOf(['ok', 'demoted', 'slow', 'fail'])),
    }),
    response: { contentType: 'text/plain; charset=utf-8' },
    errors: [],
  }),
} as const
