import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { DecimalString, nullable, oneOf, requiredText, Timestamp, type ValueOf } from './schema.ts'

const read = { method: 'GET', access: 'private', signing: '1', roles: ['trader'] } as const

/** The documents that a person shows. */
export const DocumentType = oneOf(['passport', 'identityCard', 'drivingLicence'])
export type DocumentType = ValueOf<typeof DocumentType>

/** What a picture of the form shows. */
export const DocumentSide = oneOf(['front', 'back', 'person'])
export type DocumentSide = ValueOf<typeof DocumentSide>

/** How far an account is verified, and what that allows. */
export const Verification = Type.Object({
  level: Type.Integer({ minimum: 0, maximum: 1 }),
  state: oneOf(['none', 'draft', 'waiting', 'approved', 'refused']),
  reason: nullable(Type.String()),
  submittedAt: nullable(Timestamp),
  files: Type.Array(DocumentSide),
  limits: Type.Array(
    Type.Object({ level: Type.Integer({ minimum: 0 }), dailyWithdrawal: DecimalString }),
  ),
})
/**
 * How far an account is verified. `reason` says why a form was refused, `files` which pictures of
 * the draft are there, `limits` what each level may withdraw a day at most, in USDT.
 */
export type Verification = ValueOf<typeof Verification>

/** The identity form, its pictures, and what the level allows (products 7). */
export const verification = {
  detail: endpoint({
    ...read,
    path: '/v1/user/verification/detail',
    summary: 'The verification level of the account and the state of its form.',
    response: Verification,
    errors: [],
  }),
  file: endpoint({
    method: 'POST',
    access: 'private',
    // The bytes of a multipart body are made by the browser after signing.
    signing: '1',
    signRule: 'exact',
    path: '/v1/user/verification/file',
    summary:
      'Takes one picture of the form as multipart: `side` and `file`, PNG or JPEG, up to 700 KiB.',
    roles: ['trader'],
    consumes: ['multipart/form-data'],
    response: Verification,
    errors: ['40214'],
  }),
  submit: endpoint({
    method: 'POST',
    access: 'private',
    signing: '2',
    encrypted: true,
    path: '/v1/user/verification/submit',
    summary: 'Gives the form and its pictures to the operators.',
    roles: ['trader'],
    request: Type.Object({
      name: requiredText(100),
      birthDate: requiredText(10),
      country: requiredText(2),
      documentType: DocumentType,
      documentNumber: requiredText(40),
    }),
    response: Verification,
    errors: ['40214'],
  }),
} as const
