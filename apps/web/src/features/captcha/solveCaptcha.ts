import type { Services } from '../../services.ts'

export type SolvedCaptcha = { readonly ok: true; readonly bizId: string | undefined } | { readonly ok: false; readonly reason: 'closed' | 'failed' | 'unavailable' }

/** One security check for one action. A closed or failed challenge is an outcome, not an error. */
export async function solveCaptcha({ captcha }: Pick<Services, 'captcha'>, scene: 'login' | 'register' | 'sendCode'): Promise<SolvedCaptcha> {
  try {
    const { status, bizId } = await captcha.verify({ scene })
    if (status === 'passed') return { ok: true, bizId }
    return { ok: false, reason: status === 'closed' ? 'closed' : 'failed' }
  } catch {
    // A script or request that failed was reported already; here it only means that nobody was verified.
    return { ok: false, reason: 'unavailable' }
  }
}
