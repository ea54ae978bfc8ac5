import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import { ERRORS, errorSpec, type ErrorCode } from './errors.ts'

/** The code of a success, unless the endpoint names another. */
export const SUCCESS_CODE = '0'

/** What every answer under /v1 comes in, unless its endpoint says otherwise (wire 10 Envelope). */
export interface Envelope<Data = unknown> {
  readonly code: string
  readonly status: 'success' | 'error'
  readonly msg: string
  /** `null` in a refusal without details. */
  readonly data: Data
}

/** The schema of a success with `data`. */
export const successEnvelope = (data: TSchema, code: string = SUCCESS_CODE) =>
  Type.Object({
    code: Type.Literal(code),
    status: Type.Literal('success'),
    msg: Type.Literal('success'),
    data,
  })

/** The schema of a refusal with one of `codes`: each code has `data` of its own. */
export const errorEnvelope = (codes: readonly ErrorCode[]) =>
  Type.Union(codes.map((code) => errorSchemas[code]))

/** The envelope of each refusal, by code. */
export const errorSchemas = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, schemaOf(code)] as const),
) as { readonly [Code in ErrorCode]: TObject }

function schemaOf(code: ErrorCode): TObject {
  const { meaning, data } = errorSpec(code)
  return Type.Object(
    {
      code: Type.Literal(code),
      status: Type.Literal('error'),
      msg: Type.String({ description: 'A sentence for the user.' }),
      data,
    },
    { description: meaning },
  )
}
