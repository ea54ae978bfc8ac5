import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  assertProductionReady,
  failedChecks,
  PRODUCTION_CHECKS,
  type CheckedSettings,
} from './productionChecks.ts'
import { readSettings } from './settings.ts'

const READY = {
  GATEWAY_MODE: 'production',
  DATABASE_URL: 'postgres://exchange@db/exchange',
  MARKET_SOURCE: 'live:binance',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
  DEVICE_TOKENS: 'require',
  PUBLIC_ORIGIN: 'https://example.com',
  TRUST_PROXY: '10.0.0.2',
}

const settingsOf = (change: Readonly<Record<string, string | undefined>> = {}, userId = 1000) =>
  ({ ...readSettings({ ...READY, ...change }), userId }) satisfies CheckedSettings
const idsOf = (settings: CheckedSettings) => failedChecks(settings).map(({ id }) => id)

describe('production checks (scale 4)', () => {
  it('start what is ready, and anything in development', () => {
    expect(() => assertProductionReady(settingsOf())).not.toThrow()
    const development = { ...readSettings({}), userId: 0 }
    expect(idsOf(development)).toEqual([])
    expect(() => assertProductionReady(development)).not.toThrow()
  })

  it.each([
    ['embedded-database', { DATABASE_URL: undefined }],
    ['invented-market', { MARKET_SOURCE: undefined }],
    ['invented-market', { MARKET_SOURCE: 'tape:day.jsonl' }],
    ['no-mail', { SMTP_URL: undefined }],
    ['clear-passwords', { ALLOW_PLAINTEXT_LOGIN: '1' }],
    ['unchecked-devices', { DEVICE_TOKENS: undefined }],
    ['no-origin', { PUBLIC_ORIGIN: undefined }],
    ['no-proxy', { TRUST_PROXY: undefined }],
    ['no-operators', { WALLET_FILE: 'wallet.json' }],
  ])('refuse %s for %o', (id, change) => {
    const settings = settingsOf(change)
    expect(idsOf(settings)).toEqual([id])
    expect(() => assertProductionReady(settings)).toThrow(`ACCEPTED_RISKS=${id}`)
  })

  it('refuse root', () => {
    expect(idsOf(settingsOf({}, 0))).toEqual(['runs-as-root'])
  })

  it('name every refusal at once, and none that was accepted', () => {
    const bare = { SMTP_URL: undefined, TRUST_PROXY: undefined, DEVICE_TOKENS: undefined }
    const settings = settingsOf({ ...bare, ACCEPTED_RISKS: 'no-mail' })
    expect(() => assertProductionReady(settings)).toThrow(/unchecked-devices,no-proxy$/)
    const accepted = 'no-mail, no-proxy,unchecked-devices'
    expect(() =>
      assertProductionReady(settingsOf({ ...bare, ACCEPTED_RISKS: accepted })),
    ).not.toThrow()
  })

  it('refuse to accept a risk that there is not', () => {
    expect(() => assertProductionReady(settingsOf({ ACCEPTED_RISKS: 'no-mails' }))).toThrow(
      'ACCEPTED_RISKS names no-mails; it may name embedded-database',
    )
  })

  it('are the rows of the guide, once each', async () => {
    const guide = path.join(import.meta.dirname, '../../../../docs/guides/operate.md')
    const [, list = ''] = (await readFile(guide, 'utf8')).split('## Production checklist')
    const [own = ''] = list.split('\n## ')
    const rows = [...own.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id)
    expect(rows).toEqual(PRODUCTION_CHECKS.map(({ id }) => id))
    expect(new Set(rows).size).toBe(rows.length)
  })
})
