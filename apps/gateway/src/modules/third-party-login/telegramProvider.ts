import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { unauthenticated, type ThirdPartyProvider } from './ports/ThirdPartyProvider.ts'

export interface TelegramProviderOptions {
  /** The bot's token: the secret that Telegram signs with for us. */
  readonly botToken: string
  readonly store: TtlStore
  readonly clock: Pick<Clock, 'now'>
}

const MAX_AGE_SECONDS = 300
const AHEAD_SECONDS = 30
const FIELDS: ReadonlySet<string> = new Set([
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'hash',
])

/**
 * Telegram's log-in widget: `token` is its answer as base64url JSON (the form of `tgAuthResult`),
 * authenticated by an HMAC-SHA-256 over its sorted fields under SHA-256 of the bot's token. It
 * carries no nonce, so that its hash is remembered for as long as it is fresh.
 */
export function createTelegramProvider({
  botToken,
  store,
  clock,
}: TelegramProviderOptions): ThirdPartyProvider {
  const bot = botToken.split(':', 1)[0] ?? ''
  return {
    begin: ({ nonce }) => ({ shown: { nonce, botId: bot }, wallet: null }),

    async prove({ token }) {
      const fields = readFields(token)
      const given = Buffer.from(fields.get('hash') ?? '', 'hex')
      const expected = telegramMac(fields, botToken)
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw unauthenticated()
      const age = clock.now() / 1000 - Number(fields.get('auth_date'))
      const id = fields.get('id') ?? ''
      if (!(age <= MAX_AGE_SECONDS && age >= -AHEAD_SECONDS) || !/^[1-9][0-9]{0,18}$/.test(id))
        throw unauthenticated()
      const { count } = await store.increment(`third:tg:${expected.toString('hex')}`, {
        ttlMs: (MAX_AGE_SECONDS + AHEAD_SECONDS) * 1000,
      })
      if (count > 1) throw unauthenticated()
      return { provider: 'tg', subject: id, email: null }
    },
  }
}

/** The authenticator of the widget's fields. */
export function telegramMac(fields: ReadonlyMap<string, string>, botToken: string): Buffer {
  const lines = [...fields]
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
  const secret = createHash('sha256').update(botToken).digest()
  return createHmac('sha256', secret).update(lines.sort().join('\n')).digest()
}

function readFields(token: unknown): Map<string, string> {
  const fields = new Map<string, string>()
  try {
    const parsed: unknown = JSON.parse(Buffer.from(String(token), 'base64url').toString('utf8'))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw unauthenticated()
    for (const [name, value] of Object.entries(parsed)) {
      const isPlain =
        typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
      // A line feed in a value could replace another field in the text that is authenticated.
      if (!FIELDS.has(name) || !isPlain || String(value).includes('\n')) throw unauthenticated()
      fields.set(name, String(value))
    }
    return fields
  } catch {
    throw unauthenticated()
  }
}
