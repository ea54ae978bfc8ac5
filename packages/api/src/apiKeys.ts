import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { verifyToken } from './security.ts'
import { nullable, oneOf, Realm, requiredText, Timestamp, type ValueOf } from './schema.ts'

/**
 * How requests of an API key are signed: with a secret that both sides have (`hmac`), or with a
 * private key that never leaves the program (`ed25519`, `rsa`).
 */
export const ApiKeyKind = oneOf(['ed25519', 'rsa', 'hmac'])
export type ApiKeyKind = ValueOf<typeof ApiKeyKind>

/** What a program may do with an API key. */
export const ApiKeyPermission = oneOf(['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw'])
export type ApiKeyPermission = ValueOf<typeof ApiKeyPermission>

/** Addresses or networks that a key may be used from, such as `203.0.113.7` or `2001:db8::/48`. */
const addresses = Type.Array(requiredText(49), {
  maxItems: 30,
  description: 'IPv4 or IPv6 addresses or networks (CIDR); empty: from everywhere.',
})
const permissions = Type.Array(ApiKeyPermission, { minItems: 1, maxItems: 6 })
const symbols = Type.Array(requiredText(32), {
  maxItems: 50,
  description: 'The only symbols it may trade; empty: all.',
})

/** An API key as its owner sees it. */
export const ApiKey = Type.Object({
  apiKey: Type.String({ description: 'Sent as `X-MBX-APIKEY`.' }),
  label: Type.String(),
  kind: ApiKeyKind,
  realm: Realm,
  permissions: Type.Array(ApiKeyPermission),
  addresses: Type.Array(Type.String()),
  symbols: Type.Array(Type.String()),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  lastAddress: nullable(Type.String()),
})
/** An API key as its owner sees it; `expiresAt` is `null` for a key without an end. */
export type ApiKey = ValueOf<typeof ApiKey>

/** Another account than the session's: a sub-account of it. */
const account = Type.Optional(
  Type.String({ maxLength: 20, description: 'A sub-account; default: the own account.' }),
)
const write = {
  method: 'POST',
  access: 'private',
  signing: '2',
  encrypted: true,
} as const

/** Keys that programs trade with (open-api.md). Every change takes a step-up token for `apiKey`. */
export const apiKeys = {
  list: endpoint({
    method: 'GET',
    access: 'private',
    signing: '1',
    path: '/v1/user/api/list',
    summary: 'The API keys of the account in the realm of the session, the latest first.',
    request: Type.Object({ account }),
    response: Type.Array(ApiKey),
    errors: ['40401'],
  }),
  create: endpoint({
    ...write,
    path: '/v1/user/api/create',
    summary: 'Creates an API key; the answer is the only one that shows the secret.',
    request: Type.Object({
      account,
      label: requiredText(40),
      kind: ApiKeyKind,
      publicKey: Type.Optional(
        Type.String({ maxLength: 2_000, description: 'SPKI in PEM, of an ed25519 or rsa key.' }),
      ),
      permissions,
      addresses,
      symbols: Type.Optional(symbols),
      verifyToken,
    }),
    response: Type.Object({ key: ApiKey, secret: nullable(Type.String()) }),
    errors: ['00005', '40401'],
  }),
  change: endpoint({
    ...write,
    path: '/v1/user/api/change',
    summary: 'Changes the label, permissions, addresses or symbols of an API key.',
    request: Type.Object({
      account,
      apiKey: requiredText(64),
      label: Type.Optional(requiredText(40)),
      permissions: Type.Optional(permissions),
      addresses: Type.Optional(addresses),
      symbols: Type.Optional(symbols),
      verifyToken,
    }),
    response: ApiKey,
    errors: ['00005', '40401'],
  }),
  remove: endpoint({
    ...write,
    path: '/v1/user/api/remove',
    summary: 'Deletes an API key; requests with it are refused at once.',
    request: Type.Object({ account, apiKey: requiredText(64), verifyToken }),
    response: Type.Object({ apiKey: Type.String() }),
    errors: ['00005', '40401'],
  }),
} as const
