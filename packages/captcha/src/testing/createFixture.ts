/** Shared test fixture: a captcha with scripted challenges, a fake transport and a manual clock. */
import { createManualClock, createRecordingReporter } from '@x/kit/testing'
import { createCaptcha, type CaptchaOptions } from '../createCaptcha.ts'
import { createScriptedProvider, type ScriptedOptions } from '../testing.ts'
import type { CaptchaIdParameters, CheckParameters } from '../wire.ts'

export const due = { code: '0', data: { status: 1, bizId: 'biz-1', geetestId: 'gt-1' } }
export const verified = { code: '00000', data: null }

export interface Settings extends Partial<CaptchaOptions> {
  readonly script?: ScriptedOptions
  readonly getCaptchaId?: () => unknown
  readonly checkCaptcha?: () => unknown
}

export function createFixture({
  script,
  getCaptchaId = () => due,
  checkCaptcha = () => verified,
  ...options
}: Settings = {}) {
  const clock = createManualClock()
  const reporter = createRecordingReporter()
  const provider = createScriptedProvider(script)
  const asked: CaptchaIdParameters[] = []
  const checked: CheckParameters[] = []
  const transport: CaptchaOptions['transport'] = {
    async getCaptchaId(parameters) {
      asked.push(parameters)
      return getCaptchaId()
    },
    async checkCaptcha(parameters) {
      checked.push(parameters)
      return checkCaptcha()
    },
  }
  const captcha = createCaptcha({
    transport,
    provider,
    clock,
    reporter,
    language: () => 'eng',
    ...options,
  })
  return { captcha, clock, reporter, provider, asked, checked, flush: () => clock.advance(0) }
}

/** A user who solves the challenge at once. */
export const solving: ScriptedOptions = {
  onChallenge: (challenge) => {
    challenge.fire('ready')
    challenge.fire('success')
  },
}

export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it resolved')
}
