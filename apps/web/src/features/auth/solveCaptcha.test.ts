import { createRecordingReporter } from '@x/kit/testing'
import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import { type CaptchaAction, solveCaptcha } from './solveCaptcha.ts'
import { withLoginCaptcha } from './withLoginCaptcha.ts'

type Captcha = Awaited<ReturnType<PageServices['captcha']>>
type Verdict = Awaited<ReturnType<Captcha['verify']>>

/** The service of captchas, with what it answers one after another. */
function servicesWith(...answers: readonly (object | Error)[]) {
  const asked: unknown[] = []
  const reporter = createRecordingReporter()
  const captcha = {
    async verify(action: unknown) {
      const answer = answers[asked.push(action) - 1]
      if (answer === undefined || answer instanceof Error) throw answer
      return answer as Verdict
    },
  }
  return {
    asked,
    reports: reporter.reports,
    services: { captcha: async () => captcha as Captcha, reporter },
  }
}
const solve = (answer: object | Error, action: Partial<CaptchaAction> = {}) =>
  solveCaptcha(servicesWith(answer).services, { scene: 'login', ...action })

describe('one security check (spec 8)', () => {
  it.each([
    ['passed', { status: 'passed', bizId: 'biz' }, { ok: true, bizId: 'biz' }],
    ['passed without a number', { status: 'passed' }, { ok: true, bizId: undefined }],
    ['closed by its user', { status: 'closed' }, { ok: false, reason: 'closed' }],
    ['failed', { status: 'failed' }, { ok: false, reason: 'failed' }],
    ['refused', { status: 'refused' }, { ok: false, reason: 'failed' }],
    [
      'refused with a reason',
      { status: 'refused', response: { msg: 'Too many.' } },
      { ok: false, reason: 'failed', text: 'Too many.' },
    ],
    [
      'refused with an empty reason',
      { status: 'refused', response: { msg: '' } },
      { ok: false, reason: 'failed' },
    ],
    [
      'refused with a reason that is no text',
      { status: 'refused', response: { msg: { html: '<b>' } } },
      { ok: false, reason: 'failed' },
    ],
    [
      'failed with a text, which is no reason',
      { status: 'failed', response: { msg: 'Too many.' } },
      { ok: false, reason: 'failed' },
    ],
  ])('answers for one that is %s', async (_, answer, solved) => {
    expect(await solve(answer)).toEqual(solved)
  })

  it.each(['javascript:alert(1)', ' java\nscript&colon;alert(1)'])(
    'says what it says without a reason where that is %o',
    async (msg) => {
      expect(await solve({ status: 'refused', response: { msg } })).toEqual({
        ok: false,
        reason: 'failed',
      })
    },
  )

  it('names no more to the service than the action has', async () => {
    const { services, asked } = servicesWith({ status: 'closed' }, { status: 'closed' })
    await solveCaptcha(services, { scene: 'register' })
    await solveCaptcha(services, {
      scene: 'sendCode',
      bizParam: 'ann',
      areaCode: '44',
      bizId: 'former',
    })
    expect(asked).toEqual([
      { scene: 'register' },
      { scene: 'sendCode', bizParam: 'ann', areaCode: '44', bizId: 'former' },
    ])
  })

  it('is unavailable when the service cannot be loaded, and reports why', async () => {
    const { services, reports } = servicesWith(new Error('blocked'))
    const action = { scene: 'login', bizParam: 'ann@example.com' } as const
    expect(await solveCaptcha(services, action)).toEqual({ ok: false, reason: 'unavailable' })
    expect(reports).toMatchObject([
      { kind: 'captcha', message: 'blocked', detail: { scene: 'login' } },
    ])
    // Whose log-in it was is nobody's business.
    expect(JSON.stringify(reports)).not.toContain('ann')
  })

  it('reports also what is thrown and is no error', async () => {
    const { services, reports } = servicesWith()
    expect(await solveCaptcha(services, { scene: 'login' })).toMatchObject({ ok: false })
    expect(reports[0]?.message).toBe('not an error')
  })
})

describe('a try at a password (spec 8)', () => {
  const refusal = (code: string) => new RequestError('business', { code, message: code })
  /** Sends to a server that answers in turn, and remembers what it was sent. */
  function sender(...answers: readonly (string | Error)[]) {
    const sent: { readonly bizId?: string | undefined }[] = []
    return {
      sent,
      send: async (pass: { readonly bizId?: string | undefined }) => {
        const answer = answers[sent.push(pass) - 1]
        if (answer === undefined || answer instanceof Error) throw answer
        return answer
      },
    }
  }
  const DUE = refusal('40103')

  it('needs no check where the server wants none', async () => {
    const { services, asked } = servicesWith()
    const { send, sent } = sender('in')
    expect(await withLoginCaptcha(services, { loginName: 'ann', send })).toEqual({
      ok: true,
      answer: 'in',
    })
    expect([sent, asked]).toEqual([[{}], []])
  })

  it('is repeated with the pass of the check that the server wants', async () => {
    const { services, asked } = servicesWith({ status: 'passed', bizId: 'biz' })
    const { send, sent } = sender(DUE, 'in')
    expect(await withLoginCaptcha(services, { loginName: 'ann', send })).toEqual({
      ok: true,
      answer: 'in',
    })
    expect(sent).toEqual([{}, { bizId: 'biz' }])
    expect(asked).toEqual([{ scene: 'login', bizParam: 'ann' }])
  })

  it.each([
    ['closed', { status: 'closed' }],
    ['failed', { status: 'failed' }],
    ['unavailable', new Error('blocked')],
  ])('sends no password again after a check that is %s', async (reason, answer) => {
    const { services } = servicesWith(answer)
    const { send, sent } = sender(DUE)
    expect(await withLoginCaptcha(services, { loginName: 'ann', send })).toEqual({
      ok: false,
      reason,
    })
    expect(sent).toHaveLength(1)
  })

  it.each(['40101', '42901', '00004'])('asks for no check after the refusal %s', async (code) => {
    const { services, asked } = servicesWith()
    const { send, sent } = sender(refusal(code))
    await expect(withLoginCaptcha(services, { loginName: 'ann', send })).rejects.toMatchObject({
      code,
    })
    expect([sent.length, asked.length]).toEqual([1, 0])
  })

  it('is not repeated a third time', async () => {
    const { services } = servicesWith({ status: 'passed', bizId: 'biz' })
    const { send, sent } = sender(DUE, DUE)
    await expect(withLoginCaptcha(services, { loginName: 'ann', send })).rejects.toBe(DUE)
    expect(sent).toHaveLength(2)
  })
})
