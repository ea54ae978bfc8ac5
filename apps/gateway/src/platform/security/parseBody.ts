import type { FastifyInstance } from 'fastify'
import type { Incoming } from './admission.ts'
import { ERROR_CODE, malformedParameter, PARAMETER_INVALID } from '../http/envelope.ts'
import { repeatedName } from './repeatedParameters.ts'
import { GatewayError, type RouteSpec } from '../http/route.ts'

type JsonParser = ReturnType<FastifyInstance['getDefaultJsonParser']>

const JSON_TYPE = 'application/json'

/**
 * The JSON object of a request; no body is an empty object. A media type that a cross-site form can
 * send without asking first (text/plain, a form) is no JSON, whatever it contains.
 * @throws GatewayError with HTTP 400 or 415.
 */
export function createBodyParser(parseJson: JsonParser) {
  return async (
    spec: RouteSpec,
    { headers, rawBody }: Incoming,
  ): Promise<Record<string, unknown>> => {
    if (spec.method === 'GET' || rawBody === '') return {}
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (spec.consumes?.includes(type)) return {}
    if (type !== JSON_TYPE)
      throw new GatewayError(ERROR_CODE, `The body must be ${JSON_TYPE}`, { status: 415 })
    const value = await parse(rawBody)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw malformed('The body must be a JSON object')
    const repeated = repeatedName(rawBody)
    if (repeated !== undefined) throw malformedParameter(repeated, `${repeated} is there twice`)
    return value as Record<string, unknown>
  }

  function parse(text: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // The parser looks at the text alone; its request parameter is there for other parsers.
      void parseJson(undefined as never, text, (error, value: unknown) =>
        error ? reject(malformed('The body is not valid JSON', error)) : resolve(value),
      )
    })
  }
}

function malformed(message: string, cause?: Error): GatewayError {
  return new GatewayError(PARAMETER_INVALID, message, {
    status: 400,
    data: { field: 'body' },
    cause,
  })
}
