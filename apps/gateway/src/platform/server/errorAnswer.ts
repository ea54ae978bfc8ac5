import { DatabaseUnavailableError } from '../db/DatabaseUnavailableError.ts'
import type { Envelope } from '@x/api'
import { ERROR_CODE, failure, PARAMETER_INVALID } from '../http/envelope.ts'
import { GatewayError } from '../http/route.ts'
import { schemaFault, type SchemaError } from './schemaFault.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly envelope: Envelope
  /** Ours to repair: the caller learns only that it failed. */
  readonly isFault: boolean
}

/** The parts of the framework's errors that are read here. */
interface FrameworkError {
  readonly code?: string
  readonly statusCode?: number
  readonly validation?: readonly SchemaError[]
}

const HTTP_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  403: 'Request is forbidden',
  404: 'Request error',
  405: 'This method is not supported here',
  408: 'The request took too long',
  413: 'The request is larger than 1 MiB',
  415: 'The media type of the body is not supported',
  421: 'This gateway does not answer under this host name; its ALLOWED_HOSTS can add it',
  431: 'The headers of the request are too large',
}

export function isSchemaFault(error: unknown): boolean {
  return (error as FrameworkError | undefined)?.validation !== undefined
}

/**
 * What a client receives for `error` (wire 10 Envelope). `mayHaveTaken`: a handler that writes had
 * begun, so that nobody knows how far it came.
 */
export function errorAnswer(
  error: unknown,
  { mayHaveTaken = false }: { readonly mayHaveTaken?: boolean } = {},
): ErrorAnswer {
  if (error instanceof DatabaseUnavailableError)
    return { status: 200, envelope: pausedAnswer(mayHaveTaken), isFault: false }
  if (error instanceof GatewayError) {
    const { code, message, data, status } = error
    return { status, envelope: failure({ code, message, data }), isFault: false }
  }
  const { validation, statusCode = 500 } = (error ?? {}) as FrameworkError
  if (validation?.[0])
    return { status: 400, envelope: failureOf(schemaFault(validation[0])), isFault: false }
  if (statusCode >= 400 && statusCode < 500) return httpAnswer(statusCode)
  return {
    status: 500,
    envelope: failure({ code: ERROR_CODE, message: 'The system is busy' }),
    isFault: true,
  }
}

/**
 * The specification's soft failure for a service that is paused; `taken: false` where nothing can
 * have been done.
 */
function pausedAnswer(mayHaveTaken: boolean): Envelope {
  if (mayHaveTaken)
    return failure({
      code: '00006',
      message: 'The service is paused for a moment; look whether it was done before you try again',
    })
  return failure({
    code: '00006',
    message: 'The service is paused for a moment, please try again',
    data: { taken: false },
  })
}

function failureOf({
  field,
  message,
}: {
  readonly field: string
  readonly message: string
}): Envelope {
  return failure({ code: PARAMETER_INVALID, message, data: { field } })
}

export function httpAnswer(status: number): ErrorAnswer {
  return {
    status,
    envelope: failure({
      code: status === 400 ? PARAMETER_INVALID : ERROR_CODE,
      message: HTTP_TEXTS[status] ?? 'Request error',
    }),
    isFault: false,
  }
}
