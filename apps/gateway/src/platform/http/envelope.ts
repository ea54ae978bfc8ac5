import { SUCCESS_CODE, type Envelope, type ErrorCode } from '@x/api'
import { CodedAnswer, GatewayError } from './route.ts'

/** Spec section 8: 1 error; for faults of the transport that no business code names. */
export const ERROR_CODE = '1'
export const PARAMETER_INVALID = '40010'

export function success(answer: unknown): Envelope {
  const { code, data } =
    answer instanceof CodedAnswer ? answer : { code: SUCCESS_CODE, data: answer }
  return { code, status: 'success', msg: 'success', data: data ?? null }
}

export function failure({
  code,
  message,
  data,
}: {
  code: ErrorCode
  message: string
  data?: unknown
}): Envelope {
  return { code, status: 'error', msg: message, data: data ?? null }
}

/**
 * A parameter that no correct client sends: missing, of another type, none of its list, or not in
 * its form. What follows from the request alone is HTTP 400, like a fault of the schema
 * (docs/adr/requests.md).
 */
export function malformedParameter(field: string, message: string): GatewayError {
  return new GatewayError(PARAMETER_INVALID, message, { status: 400, data: { field } })
}

/**
 * A value that is well formed and not accepted: what a user entered, or what does not fit the state
 * of things.
 */
export function invalidParameter(field: string, message: string): GatewayError {
  return new GatewayError(PARAMETER_INVALID, message, { data: { field } })
}

export function tooManyAttempts(
  retryAfterMs: number,
  message = 'Too many attempts, please try again later',
  { taken }: { readonly taken?: false } = {},
): GatewayError<'42901'> {
  return new GatewayError('42901', message, {
    data: {
      retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)),
      ...(taken === undefined ? {} : { taken }),
    },
  })
}
