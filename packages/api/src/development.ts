import { Type } from '@sinclair/typebox'
import { ApiKeyPermission } from './apiKeys.ts'
import { endpoint } from './endpoint.ts'
import {
  foreignObject,
  nullable,
  oneOf,
  Realm,
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** A verification code as the development gateway would have sent it. */
export const MailboxMessage = Type.Object({
  to: Type.String(),
  scene: Type.String(),
  code: Type.String(),
  at: Timestamp,
  path: Type.Optional(Type.String()),
})
/** What was sent to an address; `path` is the link of a message that has one. */
export type MailboxMessage = ValueOf<typeof MailboxMessage>

const post = { method: 'POST', access: 'public', signing: 'none' } as const

/** What the development gateway offers instead of outside services. */
export const development = {
  mailbox: endpoint({
    method: 'GET',
    path: '/v1/dev/mailbox',
    summary: 'Verification codes that were sent to an address, the latest first.',
    access: 'public',
    signing: 'none',
    developmentOnly: true,
    request: Type.Object({ to: Type.String({ maxLength: 254 }) }),
    response: Type.Array(MailboxMessage),
    errors: [],
  }),
  apiKey: endpoint({
    ...post,
    path: '/v1/dev/apiKey',
    summary: 'An API key of the demonstration account, for who has its password.',
    developmentOnly: true,
    request: Type.Object({
      password: requiredText(128),
      permissions: Type.Array(ApiKeyPermission, { minItems: 1, maxItems: 6 }),
      realm: Type.Optional(Realm),
    }),
    response: Type.Object({ apiKey: Type.String(), secret: Type.String() }),
    errors: ['40301', '40401'],
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/v1/dev/openapi.json',
    summary: 'The contract as OpenAPI 3.1.',
    access: 'public',
    signing: 'none',
    developmentOnly: true,
    response: { contentType: 'application/json; charset=utf-8' },
    errors: [],
  }),
  openApiPage: endpoint({
    method: 'GET',
    path: '/v1/dev/openapi',
    summary: 'The list of endpoints as a page.',
    access: 'public',
    signing: 'none',
    developmentOnly: true,
    response: { contentType: 'text/html; charset=utf-8' },
    errors: [],
  }),
  oauthKeys: endpoint({
    method: 'GET',
    path: '/v1/dev/oauth/jwks',
    summary: 'Simulated third party: its public keys.',
    access: 'public',
    signing: 'none',
    developmentOnly: true,
    response: Type.Object({ keys: Type.Array(foreignObject('A JSON Web Key.')) }),
    errors: [],
  }),
  idToken: endpoint({
    ...post,
    path: '/v1/dev/oauth/idToken',
    summary: 'Simulated Apple or Google: an ID token for the subject named.',
    developmentOnly: true,
    request: Type.Object({
      provider: oneOf(['apple', 'google']),
      nonce: requiredText(64),
      subject: requiredText(64),
      email: Type.Optional(requiredText(254)),
      emailVerified: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ token: Type.String() }),
    errors: [],
  }),
  telegramAnswer: endpoint({
    ...post,
    path: '/v1/dev/oauth/telegram',
    summary: 'Simulated Telegram: the answer of its log-in widget.',
    developmentOnly: true,
    request: Type.Object({
      id: Type.Integer({ minimum: 1 }),
      firstName: Type.Optional(requiredText(64)),
    }),
    response: Type.Object({ token: Type.String() }),
    errors: [],
  }),
  wallet: endpoint({
    ...post,
    path: '/v1/dev/oauth/wallet',
    summary: 'Simulated wallet: its address, and its signature of a message or of typed data.',
    developmentOnly: true,
    request: Type.Object({
      account: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'A name, or the address that it has shown.',
      }),
      message: Type.Optional(requiredText(2048)),
      typedData: Type.Optional(requiredText(8192)),
    }),
    response: Type.Object({
      address: Type.String(),
      signature: nullable(Type.String()),
    }),
    errors: [],
  }),
} as const
