import { safeText } from '@x/sanitize'
import type { PageServices } from '../../lib/services/servicesContext.ts'

export type SolvedCaptcha =
  | { readonly ok: true; readonly bizId: string | undefined }
  | {
      readonly ok: false
      readonly reason: 'closed' | 'failed' | 'unavailable'
      /** What the service says of a refusal (spec 8). */
      readonly text?: string
    }

export interface CaptchaAction {
  readonly scene: 'login' | 'register' | 'sendCode' | 'redPacket'
  /** The login name, because failures are counted for each account too. */
  readonly bizParam?: string | undefined
  /** Of a mobile number that the action is about. */
  readonly areaCode?: string | undefined
  /** The check that paid for the same action before. */
  readonly bizId?: string | undefined
}

/** One security check for one action. A closed or failed challenge is an outcome, not an error. */
export async function solveCaptcha(
  { captcha, reporter }: Pick<PageServices, 'captcha' | 'reporter'>,
  { scene, bizParam, areaCode, bizId: former }: CaptchaAction,
): Promise<SolvedCaptcha> {
  try {
    const { status, bizId, response } = await (
      await captcha()
    ).verify({
      scene,
      ...(bizParam === undefined ? {} : { bizParam }),
      ...(areaCode === undefined ? {} : { areaCode }),
      ...(former === undefined ? {} : { bizId: former }),
    })
    if (status === 'passed') return { ok: true, bizId }
    if (status === 'closed') return { ok: false, reason: 'closed' }
    const { msg } = (response ?? {}) as { readonly msg?: unknown }
    const text = status === 'refused' ? safeText(msg) : ''
    return { ok: false, reason: 'failed', ...(text === '' ? {} : { text }) }
  } catch (error) {
    // For the user it only means that nobody was verified; the cause goes to the reports.
    reporter.report({
      kind: 'captcha',
      message: error instanceof Error ? error.message : 'not an error',
      detail: { scene },
    })
    return { ok: false, reason: 'unavailable' }
  }
}
