import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_WORK } from '../modules/captcha/proofOfWork.ts'
import { readSettings } from './settings.ts'

describe('settings', () => {
  it('have defaults for everything', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      port: 8080,
      isPortStrict: false,
      host: undefined,
      databaseUrl: undefined,
      masterSecretFile: undefined,
      redisUrl: undefined,
      marketSource: 'generator',
      isDevelopment: true,
      allowedOrigins: [],
      imageOrigins: [],
      trustProxy: undefined,
      referralFile: undefined,
      productTermsFile: undefined,
      valuationFile: undefined,
      noticesFile: undefined,
      operatorsFile: undefined,
      operatorPort: 0,
    })
    expect(settings.dataDir).toMatch(/\.data[\\/]gateway$/)
    expect(settings.webRoot).toMatch(/apps[\\/]web[\\/]dist$/)
  })
  it('come from the environment', () => {
    const settings = readSettings({
      PORT: '9000',
      STRICT_PORT: '1',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://x',
      MARKET_SOURCE: 'tape:x',
      CORS_ORIGINS: 'https://a.example, https://b.example,',
      TRUST_PROXY: 'loopback',
      REFERRAL_CONFIG: 'r.json',
      PRODUCT_TERMS: 'p.json',
    })
    expect(settings).toMatchObject({
      port: 9000,
      isPortStrict: true,
      host: '0.0.0.0',
      dataDir: path.resolve('/srv/data'),
      databaseUrl: 'postgres://x',
      marketSource: 'tape:x',
      allowedOrigins: ['https://a.example', 'https://b.example'],
      trustProxy: 'loopback',
      referralFile: 'r.json',
      productTermsFile: 'p.json',
    })
  })
  it('takes the limits of log-ins from the environment (SR1)', () => {
    expect(readSettings({}).loginLimits).toEqual({ account: 10, address: 30, all: 120 })
    expect(
      readSettings({ LOGINS_PER_ACCOUNT: '1', LOGINS_PER_ADDRESS: '200', LOGINS_IN_ALL: '3000' })
        .loginLimits,
    ).toEqual({ account: 1, address: 200, all: 3000 })
  })
  it.each(['0', '-1', 'many', '1.5'])('refuses %s as a limit of log-ins (SR1)', (LOGINS_IN_ALL) => {
    expect(() => readSettings({ LOGINS_IN_ALL })).toThrow('LOGINS_IN_ALL is')
  })
  it.each(['redis://localhost:6379', 'rediss://:secret@cache.example/2'])(
    'REDIS_URL=%s is taken as it is',
    (REDIS_URL) => expect(readSettings({ REDIS_URL }).redisUrl).toBe(REDIS_URL),
  )
  it('a REDIS_URL of another kind is refused, and not repeated', () => {
    const refusal = () => readSettings({ REDIS_URL: 'http://:secret@cache.example' })
    expect(refusal).toThrow('REDIS_URL must begin with redis://')
    expect(refusal).not.toThrow('secret')
  })
  it('a development gateway answers under the names that the environment gives it', () => {
    expect(readSettings({}).allowedHosts).toEqual([])
    expect(
      readSettings({
        ALLOWED_HOSTS: 'workstation, workstation.example',
        HOST: 'box',
        PUBLIC_ORIGIN: 'https://trade.example:8443',
      }).allowedHosts,
    ).toEqual(['workstation', 'workstation.example', 'box', 'trade.example'])
  })
  it('end a halted gateway and keep replays in a file by default (SR11)', () => {
    expect(readSettings({})).toMatchObject({
      endsWhenHalted: true,
      replayStore: 'file',
      metricsToken: undefined,
    })
    expect(
      readSettings({ HALT_EXIT: '0', REPLAY_STORE: 'database', METRICS_TOKEN: 't' }),
    ).toMatchObject({ endsWhenHalted: false, replayStore: 'database', metricsToken: 't' })
    expect(() => readSettings({ REPLAY_STORE: 'redis' })).toThrow('REPLAY_STORE is')
  })
  it('take an empty value for none', () => {
    expect(readSettings({ PORT: ' ', HOST: '', DATABASE_URL: '' })).toMatchObject({
      port: 8080,
      host: undefined,
      databaseUrl: undefined,
    })
  })
  it.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'test' }, true],
    [{ GATEWAY_MODE: 'production' }, false],
    [{ GATEWAY_MODE: 'development', NODE_ENV: 'production' }, true],
  ])('choose the mode by %o: development %s', (environment, isDevelopment) =>
    expect(readSettings(environment).isDevelopment).toBe(isDevelopment),
  )
  it('reads the market scenario and feed address, refusing unknown scenarios', () => {
    expect(readSettings({})).toMatchObject({ marketScenario: 'normal', marketUrl: undefined })
    expect(
      readSettings({ MARKET_SCENARIO: 'flash-crash', MARKET_URL: 'ws://127.0.0.1:9' }),
    ).toMatchObject({ marketScenario: 'flash-crash', marketUrl: 'ws://127.0.0.1:9' })
    expect(() => readSettings({ MARKET_SCENARIO: 'toString' })).toThrow('MARKET_SCENARIO is')
  })
  it('reads the feeds of an index (futures 5)', () => {
    expect(readSettings({}).marketIndexFeeds).toEqual([])
    const text = 'live:okx, tape:recorded.jsonl.gz'
    expect(readSettings({ MARKET_INDEX_FEEDS: text }).marketIndexFeeds).toEqual([
      'live:okx',
      'tape:recorded.jsonl.gz',
    ])
  })
  it('reads which chains a development gateway runs, refusing unknown ones', () => {
    expect(readSettings({}).developmentChains).toBeUndefined()
    expect(readSettings({ DEVELOPMENT_CHAINS: ' ' }).developmentChains).toBeUndefined()
    expect(readSettings({ DEVELOPMENT_CHAINS: 'ltc, evm-b' }).developmentChains).toEqual([
      'ltc',
      'evm-b',
    ])
    expect(() => readSettings({ DEVELOPMENT_CHAINS: 'evm-a,doge' })).toThrow(
      'DEVELOPMENT_CHAINS names "doge"; there are evm-a, evm-b, ltc.',
    )
  })
  it('the captcha’s calculation may cost more; less only in development (wire 10)', () => {
    expect(readSettings({}).captchaWork).toEqual(DEFAULT_WORK)
    expect(readSettings({ NODE_ENV: 'production', CAPTCHA_COST: '20000' }).captchaWork).toEqual({
      ...DEFAULT_WORK,
      cost: 20_000,
    })
    expect(readSettings({ CAPTCHA_COST: '1' }).captchaWork.cost).toBe(1)
    expect(() => readSettings({ NODE_ENV: 'production', CAPTCHA_COST: '4999' })).toThrow(
      'CAPTCHA_COST is "4999"; it must be a whole number from 5000 to 1000000.',
    )
  })
  it.each(['0', '-1', '1.5', '1e3', '1000001', 'much'])(
    'CAPTCHA_COST=%s is refused',
    (CAPTCHA_COST) => expect(() => readSettings({ CAPTCHA_COST })).toThrow('CAPTCHA_COST is'),
  )
  it('reads where the file of the chains is', () => {
    expect(readSettings({}).walletFile).toBeUndefined()
    expect(readSettings({ WALLET_FILE: '/etc/wallet.json' }).walletFile).toBe('/etc/wallet.json')
  })
  it('reads how long the lease lasts (SR3)', () => {
    expect(readSettings({}).leaseSeconds).toBe(15)
    expect(readSettings({ LEASE_SECONDS: '3' }).leaseSeconds).toBe(3)
    expect(readSettings({ LEASE_SECONDS: '1.5' }).leaseSeconds).toBe(1.5)
  })
  it('reads who settles the shared log', () => {
    const DATABASE_URL = 'postgres://db/x'
    const shared = { DATABASE_URL, COMMAND_LOG_URL: DATABASE_URL, REPLAY_STORE: 'database' }
    expect(readSettings(shared).isLedgerApart).toBe(false)
    expect(readSettings({ ...shared, LEDGER: 'apart' }).isLedgerApart).toBe(true)
    expect(() => readSettings({ LEDGER: 'apart' })).toThrow('needs COMMAND_LOG_URL')
    expect(() => readSettings({ ...shared, LEDGER: 'none' })).toThrow('LEDGER is "none"')
  })
  it('reads how far the rules are known', () => {
    expect(readSettings({}).knownRules).toBeUndefined()
    expect(readSettings({ KNOWN_RULES: '1' }).knownRules).toBe(1)
  })
  it.each(['0', '1.5', '999', 'all'])('refuses rules known up to %s', (KNOWN_RULES) =>
    expect(() => readSettings({ KNOWN_RULES })).toThrow('KNOWN_RULES is'),
  )
  it('reads how long an orderly end may take', () => {
    expect(readSettings({}).stopSeconds).toBe(10)
    expect(readSettings({ STOP_SECONDS: '60' }).stopSeconds).toBe(60)
    expect(() => readSettings({ STOP_SECONDS: '0' })).toThrow('STOP_SECONDS is "0"')
  })
  it.each(['1', '1.4', '301', '1.55', 'long'])('refuses a lease of %s (SR3)', (LEASE_SECONDS) =>
    expect(() => readSettings({ LEASE_SECONDS })).toThrow('LEASE_SECONDS is'),
  )
  it('reads where a shared log is, and repeats no address (SR3)', () => {
    const DATABASE_URL = 'postgres://db/x'
    const COMMAND_LOG_URL = 'postgres://user:secret@log/x'
    const whole = { DATABASE_URL, COMMAND_LOG_URL, REPLAY_STORE: 'database' }
    expect(readSettings({ DATABASE_URL }).commandLogUrl).toBeUndefined()
    expect(readSettings(whole).commandLogUrl).toBe(COMMAND_LOG_URL)
    expect(
      readSettings({ ...whole, REPLAY_STORE: undefined, REDIS_URL: 'redis://a' }).commandLogUrl,
    ).toBe(COMMAND_LOG_URL)
    for (const [change, text] of [
      [{ DATABASE_URL: undefined }, 'COMMAND_LOG_URL needs DATABASE_URL'],
      [{ REPLAY_STORE: 'file' }, 'COMMAND_LOG_URL needs REPLAY_STORE=database or REDIS_URL'],
      [{ COMMAND_LOG_URL: 'redis://secret' }, 'COMMAND_LOG_URL must begin with postgres:// or'],
    ] as const) {
      expect(() => readSettings({ ...whole, ...change })).toThrow(text)
      expect(() => readSettings({ ...whole, ...change })).not.toThrow('secret')
    }
  })
  it('reads which servers carry the market, and repeats no address', () => {
    const DATABASE_URL = 'postgres://db/x'
    expect(readSettings({ DATABASE_URL }).natsServers).toBeUndefined()
    expect(
      readSettings({ DATABASE_URL, NATS_URL: 'nats://u:p@a:4222, tls://b' }).natsServers,
    ).toEqual(['nats://u:p@a:4222', 'tls://b'])
    for (const [change, text] of [
      [{ DATABASE_URL: undefined }, 'NATS_URL needs DATABASE_URL'],
      [{ NATS_URL: 'nats://a,redis://u:secret@b' }, 'NATS_URL must be nats://host:port'],
      [{ NATS_URL: 'nats://u:secret@b/path' }, 'NATS_URL must be nats://host:port'],
      [{ NATS_URL: 'nats://a,' }, 'NATS_URL must be nats://host:port'],
    ] as const) {
      const environment = { DATABASE_URL, NATS_URL: 'nats://u:secret@a', ...change }
      expect(() => readSettings(environment)).toThrow(text)
      expect(() => readSettings(environment)).not.toThrow('secret')
    }
  })
  it.each(['-1', '65536', '80a', '1e3', '0x50'])('PORT=%s is refused', (PORT) =>
    expect(() => readSettings({ PORT })).toThrow('PORT is'),
  )
})
