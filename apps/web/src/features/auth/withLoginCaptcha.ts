import { type SolvedCaptcha, solveCaptcha } from './solveCaptcha.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { PageServices } from '../../lib/services/servicesContext.ts'

const CAPTCHA_DUE = '40103'

export type Guarded<T> =
  | { readonly ok: true; readonly answer: T }
  | Extract<SolvedCaptcha, { readonly ok: false }>

/**
 * A try at a password; where the server wants a security check first, a second one with its pass.
 */
export async function withLoginCaptcha<T>(
  services: Pick<PageServices, 'captcha' | 'reporter'>,
  {
    loginName,
    send,
  }: {
    readonly loginName: string
    readonly send: (pass: { bizId?: string | undefined }) => Promise<T>
  },
): Promise<Guarded<T>> {
  try {
    return { ok: true, answer: await send({}) }
  } catch (failure) {
    if (failureOf(failure).code !== CAPTCHA_DUE) throw failure
  }
  const solved = await solveCaptcha(services, { scene: 'login', bizParam: loginName })
  return solved.ok ? { ok: true, answer: await send({ bizId: solved.bizId }) } : solved
}
