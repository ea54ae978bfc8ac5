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

/**
 * One security check for one action. `bizParam`: the login name, because failures are counted for
 * each account too. A closed or failed challenge is an outcome, not an error.
 */
export async function solveCaptcha(
  { captcha, reporter }: Pick<PageServices, 'captcha' | 'reporter'>,
  {
    scene,
    bizParam,
  }: { scene: 'login' | 'register' | 'sendCode' | 'redPacket'; bizParam?: string },
): Promise<SolvedCaptcha> {
  try {
    const { status, bizId, response } = await (
      await captcha()
    ).verify({ scene, ...(bizParam === undefined ? {} : { bizParam }) })
    if (status === 'passed') return { ok: true, bizId }
    if (status === 'closed') return { ok: false, reason: 'closed' }
    const { msg } = (response ?? {}) as { readonly msg?: unknown }
    return status === 'refused' && typeof msg === 'string' && msg !== ''
      ? { ok: false, reason: 'failed', text: safeText(msg) }
      : { ok: false, reason: 'failed' }
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
