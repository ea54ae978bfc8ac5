import type { TObject, TSchema } from '@sinclair/typebox'
import { listEndpoints } from '../contract.ts'
import { commonErrors, isRaw, type Endpoint } from '../endpoint.ts'
import { errorEnvelope, successEnvelope } from '../envelope.ts'
import { ERRORS } from '../errors.ts'
import { createSchemaWriter, type SchemaWriter } from './namedSchemas.ts'

/**
 * The HTTP endpoints as an OpenAPI 3.1 document.
 * @param endpoints default: every endpoint of the contract.
 */
export function describeOpenApi(
  endpoints: readonly {
    readonly capability: string
    readonly endpoint: Endpoint
  }[] = listEndpoints(),
): object {
  const schemas = createSchemaWriter()
  const paths: Record<string, Record<string, object>> = {}
  for (const { capability, endpoint } of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, {
      capability,
      schemas,
    })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Exchange gateway',
      version: '1',
      description:
        'Answers come in the envelope unless their content type is another. HTTP 200 carries ' +
        'business refusals too: read `code`.',
    },
    tags: [...new Set(endpoints.map(({ capability }) => capability))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
      schemas: schemas.components(),
    },
    'x-error-codes': Object.fromEntries(
      Object.entries(ERRORS)
        .map(([code, { meaning }]) => [code, meaning] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
}

function operation(
  endpoint: Endpoint,
  { capability, schemas }: { readonly capability: string; readonly schemas: SchemaWriter },
): object {
  const { method, summary, access, signing, encrypted, request, developmentOnly } = endpoint
  return {
    tags: [capability],
    summary,
    ...(access === 'private' ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...(method === 'GET' && request ? queryParameters(request, schemas) : []),
      ...(access === 'private' ? [realmHeader(endpoint)] : []),
    ],
    ...(method === 'POST' ? requestBody(endpoint, schemas) : {}),
    responses: { 200: success(endpoint, schemas) },
    ...(signing === 'none' ? {} : { 'x-sign-mode': signing }),
    ...(encrypted ? { 'x-encrypted': true } : {}),
    ...(developmentOnly ? { 'x-development-only': true } : {}),
  }
}

function queryParameters(request: TObject, schemas: SchemaWriter): object[] {
  return Object.entries(request.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: request.required?.includes(name) ?? false,
    schema: schemas.write(schema),
  }))
}

function realmHeader({ realms = ['live', 'paper'] }: Endpoint): object {
  return { name: 'x-realm', in: 'header', required: true, schema: { enum: realms } }
}

function requestBody({ request, consumes = [] }: Endpoint, schemas: SchemaWriter): object {
  const types = consumes.length > 0 ? consumes : request ? ['application/json'] : []
  if (types.length === 0) return {}
  const schema = request ? schemas.write(request) : {}
  return {
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  }
}

function success(endpoint: Endpoint, schemas: SchemaWriter): object {
  const { response, successCode, errors } = endpoint
  const refusal = schemas.write(
    errorEnvelope([...new Set([...commonErrors(endpoint), ...errors])].sort()),
  )
  if (isRaw(response)) {
    const [mediaType = ''] = response.contentType.split(';')
    return {
      description: 'Success, outside the envelope.',
      content: { [mediaType]: { schema: response.schema ? schemas.write(response.schema) : {} } },
    }
  }
  const data: TSchema = response
  return {
    description: 'Success, or a refusal.',
    content: {
      'application/json': {
        schema: { oneOf: [schemas.write(successEnvelope(data, successCode)), refusal] },
      },
    },
  }
}
