import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { silentLog, type LogFields } from '../../platform/log/Log.ts'
import { readSettings } from '../../settings/settings.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createDeviceGuard, isProtected, type DevicePolicy } from './deviceGuard.ts'
import { createDeviceTokens } from './deviceTokens.ts'

const clock = createManualClock()
const tokens = createDeviceTokens({ clock, random: nodeRandom(), secret: Buffer.alloc(32, 7) })
const others = createDeviceTokens({ clock, random: nodeRandom(), secret: Buffer.alloc(32, 8) })
const changed = (token: string, at: number) =>
  token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1)

describe('what a device token says', () => {
  it('recognises full tokens and those truncated to 32 digits', () => {
    expect(tokens.judge(tokens.issue())).toBe('full')
    expect(tokens.judge(tokens.issue().slice(0, 32))).toBe('demoted')
  })
  it.each([undefined, ''])('%j is missing', (token) => expect(tokens.judge(token)).toBe('missing'))
  it.each(['x', '0'.repeat(40), '0'.repeat(32), 'A'.repeat(40), '0'.repeat(36)])(
    '%s is unknown',
    (token) => expect(tokens.judge(token)).toBe('unknown'),
  )
  it('rejects tokens of another service', () =>
    expect(tokens.judge(others.issue())).toBe('unknown'))
  it('every digit counts', () => {
    const token = tokens.issue()
    for (let at = 0; at < 40; at++) expect(tokens.judge(changed(token, at))).toBe('unknown')
    for (let at = 0; at < 32; at++)
      expect(tokens.judge(changed(token.slice(0, 32), at))).toBe('unknown')
  })
  it('live seven days, and not before they were issued', () => {
    const token = tokens.issue()
    clock.jump(604_800_000)
    expect(tokens.judge(token)).toBe('full')
    clock.jump(1_000)
    expect(tokens.judge(token)).toBe('expired')
    clock.jump(-604_801_000 - 60_000)
    expect(tokens.judge(token)).toBe('full')
    clock.jump(-1_000)
    expect(tokens.judge(token)).toBe('expired')
  })
})

describe('protected endpoints', () => {
  const attempt = (policy: DevicePolicy, token: string | undefined, path = '/v1/user/login') => {
    const lines: LogFields[] = []
    const guard = createDeviceGuard({
      tokens,
      policy,
      log: { ...silentLog, info: (_, fields = {}) => void lines.push(fields) },
    })
    try {
      guard({ path, headers: { 'dy-token': token } })
      return { passed: true, lines }
    } catch (error) {
      return { passed: (error as { code: string }).code, lines }
    }
  }
  it.each([
    ['observe', 'full', true],
    ['observe', 'demoted', true],
    ['observe', 'unknown', true],
    ['observe', 'missing', true],
    ['require', 'full', true],
    ['require', 'demoted', true],
    ['require', 'unknown', '40301'],
    ['require', 'missing', '40301'],
  ] as const)('%s, a token that is %s: %s', (policy, verdict, passed) => {
    const token = {
      full: tokens.issue(),
      demoted: tokens.issue().slice(0, 32),
      unknown: 'x',
      missing: undefined,
    }[verdict]
    expect(attempt(policy, token)).toEqual({
      passed,
      lines: verdict === 'full' ? [] : [{ call: '/v1/user/login', verdict }],
    })
  })
  it('requires no token on other endpoints', () =>
    expect(attempt('require', undefined, '/v1/user/logout')).toEqual({ passed: true, lines: [] }))
  it.each([
    '/v1/user/third/bind/choose',
    '/v1/user/sub-account/switchTradeDemo',
    '/v1/user/login/verify/v2',
    '/v1/user/message/sendCode',
  ])('%s is one', (path) => expect(isProtected(path)).toBe(true))
  it('DEVICE_TOKENS is observe unless it says require', () => {
    expect(
      [{}, { DEVICE_TOKENS: 'observe' }, { DEVICE_TOKENS: 'require' }].map(
        (environment) => readSettings(environment).deviceTokens,
      ),
    ).toEqual(['observe', 'observe', 'require'])
    expect(() => readSettings({ DEVICE_TOKENS: 'no' })).toThrow(
      'DEVICE_TOKENS is "no"; it must be observe or require.',
    )
  })
})

describe('over the wire', () => {
  let gateway: TestGateway
  beforeAll(
    async () => void (gateway = await createTestGateway({ deviceTokens: 'require' })),
    60_000,
  )
  afterAll(() => gateway.stop())
  it('lets a login pass only with an issued token', async () => {
    const { loginName, password } = gateway.demo!
    const client = gateway.client()
    const login = (token: string | undefined) =>
      client.post(
        '/v1/user/login',
        { loginName, pwd: password },
        { headers: { 'dy-token': token } },
      )
    expect(await login(undefined)).toMatchObject({ code: '40301' })
    expect(await login('f'.repeat(40))).toMatchObject({ code: '40301' })
    const token = String((await client.get('/v1/constantid/udid/c1?appId=x-web')).data)
    expect(await login(token)).toMatchObject({ code: '0' })
  })
})
