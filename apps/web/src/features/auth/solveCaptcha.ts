import type { PageServices } from '../../lib/services/servicesContext.ts'

export type SolvedCaptcha =
  | { readonly ok: true; readonly bizId: string | undefined }
  | { readonly ok: false; readonly reason: 'closed' | 'failed' | 'unavailable' }

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
    const { status, bizId } = await (
      await captcha()
    ).verify({ scene, ...(bizParam === undefined ? {} : { bizParam }) })
    if (status === 'passed') return { ok: true, bizId }
    return { ok: false, reason: status === 'closed' ? 'closed' : 'failed' }
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
