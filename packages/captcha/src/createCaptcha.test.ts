import { describe, expect, it, vi } from 'vitest'
import { CaptchaError } from './CaptchaError.ts'
import { createFixture, due, rejectionOf, solving } from './testing/createFixture.ts'

describe('a call without a challenge', () => {
  it('passes at status 0 without loading the script (C3)', async () => {
    const { captcha, provider } = createFixture({
      getCaptchaId: () => ({ code: '0', data: { status: 0, bizId: 'b' } }),
    })
    expect(await captcha.verify({ scene: 'login' })).toEqual({
      status: 'passed',
      verifyGeetestSuccess: true,
      challenged: false,
      bizId: 'b',
    })
    expect(provider.loads).toBe(0)
  })

  it("returns the server's response when it refuses (C2)", async () => {
    const response = {
      code: '42901',
      status: 'error',
      msg: 'Too many attempts',
      data: { retryAfter: 60 },
    }
    const { captcha, provider } = createFixture({ getCaptchaId: () => response })
    const result = await captcha.verify({ scene: 'login' })
    expect(result).toEqual({
      status: 'refused',
      verifyGeetestSuccess: false,
      challenged: false,
      response,
    })
    expect(result.response).toBe(response)
    expect(provider.loads).toBe(0)
  })

  it("rejects with the transport's error when the id request fails (C6)", async () => {
    const offline = new Error('offline')
    const { captcha } = createFixture({
      getCaptchaId: () => {
        throw offline
      },
    })
    expect(await rejectionOf(captcha.verify({ scene: 'login' }))).toBe(offline)
  })
})

describe('a challenge', () => {
  it('is created with id, product, language and timeout, shown when ready (C4)', async () => {
    const { captcha, provider, flush } = createFixture({ language: () => 'zho' })
    void captcha.verify({ scene: 'login' })
    await flush()
    const [challenge] = provider.challenges
    expect(challenge?.config).toEqual({
      captchaId: 'gt-1',
      product: 'bind',
      language: 'zho',
      timeout: 10_000,
    })
    expect(challenge?.shown).toBe(0)
    challenge?.fire('ready')
    expect(challenge?.shown).toBe(1)
    challenge?.fire('ready')
    expect(challenge?.shown).toBe(1)
  })

  it('reads the language for each challenge (C12)', async () => {
    const language = vi.fn(() => 'eng').mockReturnValueOnce('jpn')
    const { captcha, provider } = createFixture({ language, script: solving })
    await captcha.verify({ scene: 'login' })
    await captcha.verify({ scene: 'login' })
    expect(provider.challenges.map(({ config }) => config.language)).toEqual(['jpn', 'eng'])
  })

  it("is checked with its proof and the server's bizId (C5)", async () => {
    const { captcha, checked } = createFixture({ script: solving })
    await captcha.verify({ scene: 'sendCode', areaCode: '49', bizParam: 'p', bizId: 'mine' })
    const captchaValidate = btoa(
      '{"lot_number":"l","captcha_output":"o","pass_token":"p","gen_time":"1"}',
    )
    expect(checked).toEqual([
      { captchaType: 3, captchaValidate, bizParam: 'p', areaCode: '49', bizId: 'biz-1' },
    ])
  })

  it("passes with the response when the check returns '00000' (C6)", async () => {
    const { captcha } = createFixture({ script: solving })
    expect(await captcha.verify({ scene: 'login' })).toEqual({
      status: 'passed',
      verifyGeetestSuccess: true,
      challenged: true,
      bizId: 'biz-1',
      response: { code: '00000', data: null },
    })
  })

  it('fails with the response on another code (C6, spec 8.16)', async () => {
    const response = { code: '40103', msg: 'no' }
    const { captcha } = createFixture({ script: solving, checkCaptcha: () => response })
    expect(await captcha.verify({ scene: 'login' })).toEqual({
      status: 'failed',
      verifyGeetestSuccess: false,
      challenged: true,
      bizId: 'biz-1',
      response,
    })
  })

  it('rejects when the check request fails (C6)', async () => {
    const offline = new Error('offline')
    const { captcha, provider } = createFixture({
      script: solving,
      checkCaptcha: () => {
        throw offline
      },
    })
    expect(await rejectionOf(captcha.verify({ scene: 'login' }))).toBe(offline)
    expect(provider.challenges[0]?.destroyed).toBe(1)
  })

  it('resolves as closed without a check when the user closes it (C7)', async () => {
    const { captcha, provider, checked, flush } = createFixture()
    const result = captcha.verify({ scene: 'login' })
    await flush()
    provider.challenges[0]?.fire('ready')
    provider.challenges[0]?.fire('close')
    expect(await result).toEqual({
      status: 'closed',
      verifyGeetestSuccess: false,
      challenged: true,
      bizId: 'biz-1',
    })
    expect(checked).toEqual([])
  })

  it("rejects with the challenge's code but not its message", async () => {
    const { captcha, reporter } = createFixture({
      script: {
        onChallenge: (challenge) =>
          challenge.fire('error', { code: '60204', msg: '+49 170 1234567' }),
      },
    })
    const error = await rejectionOf(captcha.verify({ scene: 'login' }))
    expect(error).toMatchObject({
      name: 'CaptchaError',
      code: 'challenge-error',
      detail: { code: '60204' },
    })
    expect(JSON.stringify([reporter.reports, (error as Error).message])).not.toContain('170')
  })

  it('rejects a challenge solved without a proof', async () => {
    const { captcha, checked } = createFixture({
      script: {
        onChallenge: (challenge) => {
          challenge.proof = false
          challenge.fire('success')
        },
      },
    })
    expect(await rejectionOf(captcha.verify({ scene: 'login' }))).toMatchObject({
      code: 'challenge-error',
    })
    expect(checked).toEqual([])
  })

  it('times out after 10 s unless it is waiting for the user (C9)', async () => {
    const { captcha, clock, provider } = createFixture()
    const rejection = rejectionOf(captcha.verify({ scene: 'login' }))
    await clock.advance(10_000)
    expect(await rejection).toMatchObject({ code: 'challenge-timeout' })
    expect(provider.challenges[0]?.destroyed).toBe(1)

    const patient = captcha.verify({ scene: 'login' })
    await clock.advance(0)
    provider.challenges[1]?.fire('ready')
    await clock.advance(3_600_000)
    provider.challenges[1]?.fire('close')
    expect(await patient).toMatchObject({ status: 'closed' })
    expect(clock.pendingTimers()).toBe(0)
  })
})

describe('a script that fails to load', () => {
  it('rejects, is reported once and is retried by the next call (C8, spec 8.16)', async () => {
    const load = vi.fn(async () => {}).mockRejectedValueOnce(new CaptchaError('script-load'))
    const { captcha, reporter, provider } = createFixture({ script: { ...solving, load } })
    expect(
      await rejectionOf(captcha.verify({ scene: 'login', bizParam: '+491701234567' })),
    ).toMatchObject({ code: 'script-load' })
    expect(reporter.reports).toEqual([{ kind: 'captcha-script', detail: { code: 'script-load' } }])
    expect(await captcha.verify({ scene: 'login' })).toMatchObject({ status: 'passed' })
    expect(provider.loads).toBe(2)
  })
})

describe('concurrent calls', () => {
  it('share one promise for the same request (C10)', async () => {
    const { captcha, asked, flush } = createFixture({ script: solving })
    const first = captcha.verify({ scene: 'login', areaCode: '49' })
    expect(captcha.verify({ areaCode: '49', scene: 'login' })).toBe(first)
    expect(captcha.verify({ scene: 'login', areaCode: '1' })).not.toBe(first)
    await first
    expect(captcha.verify({ scene: 'login', areaCode: '49' })).not.toBe(first)
    await flush()
    expect(asked.map(({ areaCode }) => areaCode)).toEqual(['49', '1', '49'])
  })

  it('open one dialog after another for different requests (C10)', async () => {
    const { captcha, provider, flush } = createFixture()
    const results = Promise.all([captcha.verify({ scene: 'a' }), captcha.verify({ scene: 'b' })])
    await flush()
    expect(provider.challenges).toHaveLength(1)
    provider.challenges[0]?.fire('close')
    await flush()
    expect(provider.challenges).toHaveLength(2)
    provider.challenges[1]?.fire('success')
    expect((await results).map(({ status }) => status)).toEqual(['closed', 'passed'])
  })

  it('continue after a failed one (C10)', async () => {
    let first = true
    const { captcha } = createFixture({
      script: solving,
      getCaptchaId: () => (first ? ((first = false), {}) : due),
    })
    const broken = rejectionOf(captcha.verify({ scene: 'a' }))
    const next = captcha.verify({ scene: 'b' })
    expect(await broken).toMatchObject({ code: 'bad-response' })
    expect(await next).toMatchObject({ status: 'passed' })
  })

  it('reject at once beyond five queued calls (C10)', async () => {
    const { captcha, flush } = createFixture()
    for (const scene of ['open', 'q1', 'q2', 'q3', 'q4', 'q5'])
      captcha.verify({ scene }).catch(() => {})
    await expect(captcha.verify({ scene: 'q6' })).rejects.toMatchObject({ code: 'queue-full' })
    expect(captcha.getState().queued).toBe(5)
    await flush()
    captcha.dispose()
  })
})

describe('an aborted call', () => {
  it('rejects and destroys its challenge once (C11)', async () => {
    const { captcha, provider, clock, flush, checked } = createFixture()
    const controller = new AbortController()
    const rejection = rejectionOf(captcha.verify({ scene: 'login', signal: controller.signal }))
    await flush()
    provider.challenges[0]?.fire('ready')
    controller.abort()
    expect(await rejection).toMatchObject({ code: 'aborted' })
    provider.challenges[0]?.fire('success')
    provider.challenges[0]?.fire('close')
    await flush()
    expect(provider.challenges[0]?.destroyed).toBe(1)
    expect(checked).toEqual([])
    expect(clock.pendingTimers()).toBe(0)
    expect(captcha.getState()).toEqual({ status: 'idle', scene: null, queued: 0 })
  })

  it('is removed from the queue (C11)', async () => {
    const { captcha, provider, flush } = createFixture()
    const first = captcha.verify({ scene: 'a' })
    const controller = new AbortController()
    const second = rejectionOf(captcha.verify({ scene: 'b', signal: controller.signal }))
    controller.abort()
    expect(await second).toMatchObject({ code: 'aborted' })
    expect(captcha.getState().queued).toBe(0)
    await flush()
    provider.challenges[0]?.fire('close')
    expect(await first).toMatchObject({ status: 'closed' })
  })

  it('sends no request when it was already aborted (C11)', async () => {
    const { captcha, asked } = createFixture()
    expect(
      await rejectionOf(captcha.verify({ scene: 'a', signal: AbortSignal.abort('gone') })),
    ).toMatchObject({ code: 'aborted', cause: 'gone' })
    expect(asked).toEqual([])
  })

  it('continues while another caller of the same request remains (C10)', async () => {
    const { captcha, provider, flush } = createFixture()
    const controller = new AbortController()
    const shared = captcha.verify({ scene: 'a', signal: controller.signal })
    void captcha.verify({ scene: 'a' })
    await flush()
    controller.abort()
    provider.challenges[0]?.fire('success')
    expect(await shared).toMatchObject({ status: 'passed' })
  })

  it('is not shared with a new call of the same request (C10)', async () => {
    const { captcha, flush } = createFixture({ script: solving })
    const controller = new AbortController()
    const left = rejectionOf(captcha.verify({ scene: 'a', signal: controller.signal }))
    controller.abort()
    const fresh = captcha.verify({ scene: 'a' })
    expect(await left).toMatchObject({ code: 'aborted' })
    await flush()
    expect(await fresh).toMatchObject({ status: 'passed' })
  })

  it('is ended by dispose, open or queued (C11)', async () => {
    const { captcha, provider, flush } = createFixture()
    const calls = ['a', 'b', 'c'].map((scene) => rejectionOf(captcha.verify({ scene })))
    await flush()
    captcha.dispose()
    expect(await Promise.all(calls)).toMatchObject([
      { code: 'aborted' },
      { code: 'aborted' },
      { code: 'aborted' },
    ])
    expect(provider.challenges.map(({ destroyed }) => destroyed)).toEqual([1])
    expect(captcha.getState()).toEqual({ status: 'idle', scene: null, queued: 0 })
  })
})

describe('state', () => {
  it('reports each step of the flow and returns to idle (spec 4.3)', async () => {
    const { captcha, provider, flush } = createFixture()
    const seen: string[] = []
    captcha.subscribe(() => seen.push(captcha.getState().status))
    const result = captcha.verify({ scene: 'login' })
    await flush()
    provider.challenges[0]?.fire('ready')
    expect(captcha.getState()).toEqual({ status: 'open', scene: 'login', queued: 0 })
    provider.challenges[0]?.fire('success')
    await result
    expect(seen).toEqual(['requesting', 'loading', 'opening', 'open', 'checking', 'passed', 'idle'])
  })

  it('contains no parameter except the scene (C15)', async () => {
    const { captcha } = createFixture()
    captcha.verify({ scene: 'sendCode', bizParam: '+491701234567' }).catch(() => {})
    expect(JSON.stringify(captcha.getState())).not.toContain('170')
    captcha.dispose()
  })
})
