import { createManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { createTelegramProvider, telegramMac } from './telegramProvider.ts'
import { readPublicOrigin, readThirdPartySettings } from './thirdPartySettings.ts'
import type { ThirdPartyProvider } from './ports/ThirdPartyProvider.ts'

const NOW = 1_790_000_000
const BOT = '7000000001:secret-of-the-bot'
const FIELDS = { id: 42, first_name: 'Ada', auth_date: NOW }
const challenge = { provider: 'tg', nonce: 'n', wallet: null } as const
const clock = createManualClock(NOW * 1000)

let provider: ThirdPartyProvider
beforeEach(() => {
  provider = createTelegramProvider({
    botToken: BOT,
    store: createMemoryTtlStore({ clock }),
    clock,
  })
})
const seal = (fields: object, botToken = BOT) => {
  const hash = telegramMac(
    new Map(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    botToken,
  ).toString('hex')
  return encode({ ...fields, hash })
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const prove = async (token: unknown) => provider.prove({ token, signature: undefined, challenge })

describe('Telegram’s log-in widget (spec 7.10)', () => {
  it('shows the page which bot, and not its secret', () => {
    expect(provider.begin({ nonce: 'n', loginName: undefined, party: undefined })).toEqual({
      shown: { nonce: 'n', botId: '7000000001' },
      wallet: null,
    })
  })
  it('names the person', async () => {
    expect(await prove(seal(FIELDS))).toEqual({ provider: 'tg', subject: '42', email: null })
    expect(
      await prove(
        seal({ ...FIELDS, username: 'ada', last_name: 'L', photo_url: 'https://t.me/i/x.jpg' }),
      ),
    ).toMatchObject({ subject: '42' })
  })
  it('serves once', async () => {
    const token = seal(FIELDS)
    await prove(token)
    await expect(prove(token)).rejects.toMatchObject({ code: '40102' })
  })
  it.each([
    ['another bot’s', () => seal(FIELDS, '7000000002:other')],
    ['six minutes old', () => seal({ ...FIELDS, auth_date: NOW - 301 })],
    ['from the future', () => seal({ ...FIELDS, auth_date: NOW + 31 })],
    ['without a date', () => seal({ id: 42, first_name: 'Ada' })],
    ['without an id', () => seal({ first_name: 'Ada', auth_date: NOW })],
    ['an id that is none', () => seal({ ...FIELDS, id: '42; drop' })],
    ['an unknown field', () => seal({ ...FIELDS, admin: 'true' })],
    [
      'a field of lines, which could replace two',
      () => seal({ id: 42, auth_date: NOW, first_name: 'Ada\nusername=root' }),
    ],
    ['an object in a field', () => encode({ ...FIELDS, first_name: { a: 1 }, hash: '00' })],
    ['a fraction in a field', () => encode({ ...FIELDS, id: 42.5, hash: '00' })],
    [
      'changed',
      () =>
        encode({
          ...(JSON.parse(Buffer.from(seal(FIELDS), 'base64url').toString()) as object),
          id: 43,
        }),
    ],
    ['without its hash', () => encode(FIELDS)],
    ['a short hash', () => encode({ ...FIELDS, hash: 'ab' })],
    ['a list', () => encode([FIELDS])],
    ['nothing', () => encode(null)],
    ['no JSON', () => 'not base64 json'],
    ['no text', () => undefined],
  ])('refused: %s', async (_, token) => {
    await expect(prove(token())).rejects.toMatchObject({ code: '40102' })
  })
})

describe('registrations with third parties', () => {
  const read = (environment: Record<string, string>) =>
    readThirdPartySettings((name) => environment[name])
  it('come from the environment', () => {
    expect(read({ GOOGLE_CLIENT_ID: 'g', APPLE_CLIENT_ID: 'a', TELEGRAM_BOT_TOKEN: BOT })).toEqual({
      googleClientId: 'g',
      appleClientId: 'a',
      telegramBotToken: BOT,
    })
    expect(read({})).toEqual({})
  })
  it('a bot’s token that is none is refused without being shown', () => {
    expect(() => read({ TELEGRAM_BOT_TOKEN: 'secret' })).toThrow(
      /^TELEGRAM_BOT_TOKEN does not have the form/,
    )
  })
  it.each([
    ['https://trade.example', 'https://trade.example'],
    ['https://trade.example:8443/', 'https://trade.example:8443'],
    [undefined, undefined],
  ])('the origin %s is read', (text, origin) => {
    expect(readPublicOrigin(text)).toBe(origin)
  })
  it.each([
    'trade.example',
    'ftp://trade.example',
    'https://trade.example/app',
    'https://user@trade.example',
    'https://trade.example?x',
  ])('%s is no origin', (text) => {
    expect(() => readPublicOrigin(text)).toThrow(/^PUBLIC_ORIGIN is/)
  })
})
