import { invalidParameter } from '../../platform/http/envelope.ts'
import { RawAnswer, type RouteSpec } from '../../platform/http/route.ts'
import { readAnswer, type Challenges } from './createChallenges.ts'
import type { FindLanguage } from './challengeTexts.ts'
import { EMBEDDABLE } from './embeddable.ts'
import type { Layer } from './puzzle/drawPuzzle.ts'

const hex32 = { type: 'string', pattern: '^[0-9a-f]{32}$' }
const TAG = { type: 'string', maxLength: 35 }
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const SLIDE = {
  type: 'object',
  required: ['x', 'by', 'trail'],
  properties: {
    x: { type: 'number' },
    by: { enum: ['pointer', 'keyboard'] },
    trail: {
      type: 'array',
      maxItems: 600,
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
    },
  },
}
const WORK = {
  type: 'object',
  required: ['counter', 'derivedKey'],
  properties: {
    counter: { type: 'integer', minimum: 0 },
    derivedKey: hexOf(64),
    time: { type: 'number' },
  },
}

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
    {
      method: 'POST',
      path: '/v1/captcha/reference/load',
      access: 'public',
      summary: 'Reference challenge: a new puzzle and its proof of work.',
      schema: {
        body: {
          type: 'object',
          required: ['captchaId'],
          properties: { captchaId: hex32, language: TAG, page: TAG },
        },
      },
      async handler({ body, address }) {
        const captchaId = String(body['captchaId'])
        if (!(await isKnownId(captchaId)))
          throw invalidParameter('captchaId', 'This security check has expired, please start again')
        const asked = body['language'] !== undefined || body['page'] !== undefined
        const language = asked
          ? findLanguage({ code: textOf(body['language']), page: textOf(body['page']) })
          : undefined
        return { ...(await challenges.load({ captchaId, address })), ...(language && { language }) }
      },
    },
    {
      method: 'GET',
      path: '/v1/captcha/reference/picture',
      access: 'public',
      summary: 'Reference challenge: the picture of a puzzle.',
      schema: {
        querystring: {
          type: 'object',
          required: ['lot', 'layer'],
          properties: { lot: hex32, layer: { enum: ['background', 'piece'] } },
        },
      },
      handler: async ({ query }) =>
        new RawAnswer(
          await challenges.picture(query['lot'] ?? '', query['layer'] as Layer),
          'image/png',
          { headers: EMBEDDABLE },
        ),
    },
    {
      method: 'POST',
      path: '/v1/captcha/reference/verify',
      access: 'public',
      summary: 'Reference challenge: the one answer to a puzzle, by slider or by proof of work.',
      schema: {
        body: {
          type: 'object',
          required: ['lotNumber'],
          properties: { lotNumber: hex32, slide: SLIDE, toll: WORK, work: WORK },
        },
      },
      handler: async ({ body, address, isSecure }) =>
        challenges.answer({
          lotNumber: String(body['lotNumber']),
          answer: readAnswer(body),
          address,
          canCalculate: isSecure || !isDevelopment,
        }),
    },
  ]
}

function hexOf(length: number): object {
  return { type: 'string', pattern: `^[0-9a-f]{${length}}$` }
}
