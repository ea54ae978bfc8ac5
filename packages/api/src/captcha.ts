import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { foreignObject, oneOf, type ValueOf } from './schema.ts'

/** The actions that a captcha guards. */
export const CaptchaScene = oneOf(['login', 'register', 'sendCode', 'securityVerify', 'redPacket'])
export type CaptchaScene = ValueOf<typeof CaptchaScene>

/** Whether an action needs a captcha. */
export const CaptchaId = Type.Object({
  status: Type.Union([Type.Literal(0), Type.Literal(1)]),
  bizId: Type.String(),
  geetestId: Type.String(),
})
/** Whether an action needs a captcha: `status` 1 means yes, and `geetestId` names the challenge. */
export type CaptchaId = ValueOf<typeof CaptchaId>

const actionFields = {
  bizParam: Type.Optional(Type.String({ maxLength: 254 })),
  areaCode: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  bizId: Type.Optional(Type.String({ maxLength: 64 })),
}
const hex32 = Type.String({ pattern: '^[0-9a-f]{32}$' })
const languageTag = Type.String({ maxLength: 35 })
const Slide = Type.Object({
  x: Type.Number(),
  by: oneOf(['pointer', 'keyboard']),
  trail: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { maxItems: 600 }),
})
const ProofOfWork = Type.Object({
  counter: Type.Integer({ minimum: 0 }),
  derivedKey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  time: Type.Optional(Type.Number()),
})
const PassFields = Type.Object({
  captcha_id: Type.String(),
  lot_number: Type.String(),
  captcha_output: Type.String(),
  gen_time: Type.String(),
  pass_token: Type.String(),
})

const post = { method: 'POST', access: 'public', signing: 'none' } as const

/** The captcha, and the reference challenge behind it. */
export const captcha = {
  getId: endpoint({
    ...post,
    path: '/v1/security/policy/captcha/get-captcha-id',
    summary: 'Whether an action needs a captcha, and which.',
    request: Type.Object({ scene: CaptchaScene, ...actionFields }),
    response: CaptchaId,
    errors: [],
  }),
  check: endpoint({
    ...post,
    path: '/v1/security/policy/captcha/check-captcha',
    summary: 'Redeems a solved captcha for its action.',
    request: Type.Object({
      scene: Type.Optional(CaptchaScene),
      ...actionFields,
      captchaType: Type.Union([Type.Integer(), Type.String()]),
      captchaValidate: Type.Union([
        Type.String({ maxLength: 8192 }),
        foreignObject('The fields of a solved captcha.'),
      ]),
    }),
    response: Type.Object({ bizId: Type.String() }),
    successCode: '00000',
    errors: ['40103'],
  }),
  loadChallenge: endpoint({
    ...post,
    path: '/v1/captcha/reference/load',
    summary: 'Reference challenge: a new puzzle and its proof of work.',
    request: Type.Object({
      captchaId: hex32,
      language: Type.Optional(languageTag),
      page: Type.Optional(languageTag),
    }),
    response: Type.Object({
      lotNumber: Type.String(),
      width: Type.Number(),
      height: Type.Number(),
      piece: Type.Object({ width: Type.Number(), height: Type.Number(), y: Type.Number() }),
      range: Type.Number(),
      work: foreignObject('A proof-of-work challenge that replaces the puzzle.'),
      toll: foreignObject('A proof-of-work challenge that goes with the puzzle.'),
      language: Type.Optional(foreignObject('The texts of the dialog in one language.')),
    }),
    errors: [],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/v1/captcha/reference/picture',
    summary: 'Reference challenge: the picture of a puzzle.',
    access: 'public',
    signing: 'none',
    request: Type.Object({ lot: hex32, layer: oneOf(['background', 'piece']) }),
    response: { contentType: 'image/png' },
    errors: ['40103', '42901'],
  }),
  solveChallenge: endpoint({
    ...post,
    path: '/v1/captcha/reference/verify',
    summary: 'Reference challenge: the one answer to a puzzle, by slider or proof of work.',
    request: Type.Object({
      lotNumber: hex32,
      slide: Type.Optional(Slide),
      toll: Type.Optional(ProofOfWork),
      work: Type.Optional(ProofOfWork),
    }),
    response: Type.Union([
      Type.Object({ pass: PassFields }),
      Type.Object({ triesLeft: Type.Literal(0) }),
    ]),
    errors: ['40103'],
  }),
} as const
