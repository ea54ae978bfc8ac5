import { createHmac, createSecretKey } from 'node:crypto'
import type { LiveKey } from '../../api-keys/module.ts'

const SECRET = 'A secret of the tests'

/** An HMAC key of account 7 in the live realm that may do everything, from everywhere. */
export const sampleKey = (fields: Partial<LiveKey> = {}): LiveKey => ({
  apiKey: 'k'.repeat(64),
  userId: '7',
  realm: 'live',
  holder: undefined,
  permissions: new Set(['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw']),
  symbols: new Set(),
  addresses: [],
  createdAt: 0,
  expiresAt: null,
  proof: { kind: 'hmac', secret: createSecretKey(SECRET, 'utf8') },
  allows: () => true,
  ...fields,
})

/** The signature of such a key. */
export const signSample = (payload: string): string =>
  createHmac('sha256', SECRET).update(payload).digest('hex')
