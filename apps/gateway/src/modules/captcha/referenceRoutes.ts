import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { RawAnswer, type RouteSpec } from '../../platform/http/route.ts'
import { readAnswer, type Challenges } from './createChallenges.ts'
import type { FindLanguage } from './challengeTexts.ts'
import { EMBEDDABLE } from './embeddable.ts'
import type { Layer } from './puzzle/drawPuzzle.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
export interface ReferenceRoutesOptions {
  readonly isKnownId: (captchaId: string) => Promise<boolean>
  readonly findLanguage: FindLanguage
  /**
   * Production has pages in secure contexts only: who says otherwise there wants the toll
   * waived (docs/adr/captcha.md).
   */
  readonly isDevelopment: boolean
}

/**
 * What the reference challenge's script calls. Another provider brings a script that calls that
 * provider instead.
 */
export function referenceRoutes(
  challenges: Challenges,
  { isKnownId, findLanguage, isDevelopment }: ReferenceRoutesOptions,
): RouteSpec[] {
  return [
    route(api.captcha.loadChallenge, async ({ body, address }) => {
      const captchaId = String(body['captchaId'])
      if (!(await isKnownId(captchaId)))
        throw invalidParameter('captchaId', 'This security check has expired, please start again')
      const asked = body['language'] !== undefined || body['page'] !== undefined
      const language = asked
        ? findLanguage({ code: textOf(body['language']), page: textOf(body['page']) })
        : undefined
      return { ...(await challenges.load({ captchaId, address })), ...(language && { language }) }
    }),
    route(
      api.captcha.picture,
      async ({ query }) =>
        new RawAnswer(
          await challenges.picture(query['lot'] ?? '', query['layer'] as Layer),
          'image/png',
          { headers: EMBEDDABLE },
        ),
    ),
    route(api.captcha.solveChallenge, async ({ body, address, isSecure }) =>
      challenges.answer({
        lotNumber: String(body['lotNumber']),
        answer: readAnswer(body),
        address,
        canCalculate: isSecure || !isDevelopment,
      }),
    ),
  ]
}
