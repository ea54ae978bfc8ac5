import type { Endpoint, RequestOf } from '@x/api'
import { jsonSchemaOf } from '@x/api'
import { Ajv, type ValidateFunction } from 'ajv'
import { malformedParameter } from '../platform/http/envelope.ts'
import { schemaFault } from '../platform/server/schemaFault.ts'

const ajv = new Ajv({ allowUnionTypes: true, formats: { decimal: true } })
const validators = new Map<object, ValidateFunction>()

/**
 * `fields` as a handler gets them: checked by the schema of `endpoint`, as the server does.
 * @throws GatewayError 40010 with the field that the schema refuses
 */
export function checkParams<E extends Endpoint>(endpoint: E, fields: unknown): RequestOf<E> {
  const { request } = endpoint
  if (request) {
    const validate = validators.get(request) ?? ajv.compile(jsonSchemaOf(request))
    validators.set(request, validate)
    // JSON leaves out what is undefined.
    if (!validate(JSON.parse(JSON.stringify(fields)))) {
      const { field, message } = schemaFault(validate.errors![0]!)
      throw malformedParameter(field, message)
    }
  }
  return fields as RequestOf<E>
}
