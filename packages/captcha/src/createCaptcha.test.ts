import { describe, expect, it, vi } from 'vitest'
import { CaptchaError } from './CaptchaError.ts'
import { createFixture, due, rejectionOf, solving } from './testing/createFixture.ts'

describe('a call without a challenge', () => {
  it('passes at status 0, and the script is never loaded (C3)', async () => {
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

  it('returns the response itself on a code of its own, and shows nothing (C2)', async () => {
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

  it('rejects with the transport’s own error when the id cannot be fetched (C6)', async () => {
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
  it('is made with the id, the bind product, the language and 10 s, and shown when ready (C4)', async () => {
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

  it('asks for the language at the time of each challenge (C12)', async () => {
    const language = vi.fn(() => 'eng').mockReturnValueOnce('jpn')
    const { captcha, provider } = createFixture({ language, script: solving })
    await captcha.verify({ scene: 'login' })
    await captcha.verify({ scene: 'login' })
    expect(provider.challenges.map(({ config }) => config.language)).toEqual(['jpn', 'eng'])
  })

  it("is checked with its proof and the server's business id (C5)", async () => {
    const { captcha, checked } = createFixture({ script: solving })
    await captcha.verify({ scene: 'sendCode', areaCode: '49', bizParam: 'p', bizId: 'mine' })
    const captchaValidate = btoa(
      '{"lot_number":"l","captcha_output":"o","pass_token":"p","gen_time":"1"}',
    )
    expect(checked).toEqual([
      { captchaType: 3, captchaValidate, bizParam: 'p', areaCode: '49', bizId: 'biz-1' },
    ])
  })

  it("passes when the check says '00000', with its response (C6)", async () => {
    const { captcha } = createFixture({ script: solving })
    expect(await captcha.verify({ scene: 'login' })).toEqual({
      status: 'passed',
      verifyGeetestSuccess: true,
      challenged: true,
      bizId: 'biz-1',
      response: { code: '00000', data: null },
    })
  })

  it('fails on another code, with the response (C6, spec 8.16)', async () => {
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

  it('rejects when the check cannot be made (C6)', async () => {
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

  it('closed by the user is closed, and nothing is checked (C7)', async () => {
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

  it('that fails by itself rejects with its code and no word of its own', async () => {
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

  it('solved without a proof is an error, not a pass', async () => {
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

  it('that never becomes ready ends after 10 s; one that waits for the user does not (C9)', async () => {
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

describe('a script that does not load', () => {
  it('rejects, is reported once, and is tried again by the next call (C8, spec 8.16)', async () => {
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

describe('calls at the same time', () => {
  it('of the same key share one promise (C10)', async () => {
    const { captcha, asked, flush } = createFixture({ script: solving })
    const first = captcha.verify({ scene: 'login', areaCode: '49' })
    expect(captcha.verify({ areaCode: '49', scene: 'login' })).toBe(first)
    expect(captcha.verify({ scene: 'login', areaCode: '1' })).not.toBe(first)
    await first
    expect(captcha.verify({ scene: 'login', areaCode: '49' })).not.toBe(first)
    await flush()
    expect(asked.map(({ areaCode }) => areaCode)).toEqual(['49', '1', '49'])
  })

  it('of different keys open one dialog after the other (C10)', async () => {
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

  it('go on after one that broke (C10)', async () => {
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

  it('are at most five in the queue; the sixth is refused at once (C10)', async () => {
    const { captcha, flush } = createFixture()
    for (const scene of ['open', 'q1', 'q2', 'q3', 'q4', 'q5'])
      captcha.verify({ scene }).catch(() => {})
    await expect(captcha.verify({ scene: 'q6' })).rejects.toMatchObject({ code: 'queue-full' })
    expect(captcha.getState().queued).toBe(5)
    await flush()
    captcha.dispose()
  })
})

describe('an abandoned call', () => {
  it('rejects, destroys its challenge once and leaves nothing (C11)', async () => {
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

  it('leaves the queue (C11)', async () => {
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

  it('asks nothing when it was abandoned before (C11)', async () => {
    const { captcha, asked } = createFixture()
    expect(
      await rejectionOf(captcha.verify({ scene: 'a', signal: AbortSignal.abort('gone') })),
    ).toMatchObject({ code: 'aborted', cause: 'gone' })
    expect(asked).toEqual([])
  })

  it('goes on while another caller of the same key still wants it (C10)', async () => {
    const { captcha, provider, flush } = createFixture()
    const controller = new AbortController()
    const shared = captcha.verify({ scene: 'a', signal: controller.signal })
    void captcha.verify({ scene: 'a' })
    await flush()
    controller.abort()
    provider.challenges[0]?.fire('success')
    expect(await shared).toMatchObject({ status: 'passed' })
  })

  it('is not joined by a new call of the same key (C10)', async () => {
    const { captcha, flush } = createFixture({ script: solving })
    const controller = new AbortController()
    const left = rejectionOf(captcha.verify({ scene: 'a', signal: controller.signal }))
    controller.abort()
    const fresh = captcha.verify({ scene: 'a' })
    expect(await left).toMatchObject({ code: 'aborted' })
    await flush()
    expect(await fresh).toMatchObject({ status: 'passed' })
  })

  it('dispose abandons every call, open and queued (C11)', async () => {
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

describe('the state', () => {
  it('tells each step of the flow, and idle again (spec 4.3)', async () => {
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

  it('holds no parameter beyond the scene (C15)', async () => {
    const { captcha } = createFixture()
    captcha.verify({ scene: 'sendCode', bizParam: '+491701234567' }).catch(() => {})
    expect(JSON.stringify(captcha.getState())).not.toContain('170')
    captcha.dispose()
  })
})
