import type { TObject, TSchema } from '@sinclair/typebox'
import { listEndpoints } from '../contract.ts'
import { commonErrors, isRaw, type Endpoint } from '../endpoint.ts'
import { errorSchemas, successEnvelope } from '../envelope.ts'
import { ERRORS, errorSpec, type ErrorStatus } from '../errors.ts'
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
    responses: responsesOf(endpoint, schemas),
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

/** Success and refusals by HTTP status; of a status that both have, either may come. */
function responsesOf(endpoint: Endpoint, schemas: SchemaWriter): object {
  const codes = [...new Set([...commonErrors(endpoint), ...endpoint.errors])].sort()
  const refusals = (status: ErrorStatus) =>
    codes.filter((code) => errorSpec(code).statuses.includes(status))
  const { response } = endpoint
  const [success, ...others] = isRaw(response) ? (response.statuses ?? [200]) : [200]
  return {
    [success ?? 200]: {
      description: isRaw(response)
        ? 'Success outside the envelope, or a refusal.'
        : 'Success, or a refusal.',
      content: successContent(endpoint, {
        refusals: refusals(200).map((code) => schemas.write(errorSchemas[code])),
        schemas,
      }),
    },
    ...Object.fromEntries(
      others.map((status) => [
        status,
        { description: 'An answer outside the envelope.', content: rawContent(response, schemas) },
      ]),
    ),
    ...Object.fromEntries(
      ([400, '4XX', '5XX'] as const).map((status) => [
        status,
        {
          description: STATUS_TEXTS[status],
          content: {
            'application/json': {
              schema: oneOfSchemas(
                refusals(status).map((code) => schemas.write(errorSchemas[code])),
              ),
            },
          },
        },
      ]),
    ),
  }
}

const STATUS_TEXTS = {
  400: 'A parameter is missing or malformed.',
  '4XX': 'The request is refused before any handler.',
  '5XX': 'The server failed; nobody knows whether a write was done.',
} as const

function successContent(
  { response, successCode }: Endpoint,
  { refusals, schemas }: { readonly refusals: readonly object[]; readonly schemas: SchemaWriter },
): object {
  if (!isRaw(response)) {
    const success = schemas.write(successEnvelope(response as TSchema, successCode))
    return { 'application/json': { schema: oneOfSchemas([success, ...refusals]) } }
  }
  const raw = rawContent(response, schemas)
  const json = (raw as Readonly<Record<string, { readonly schema: object }>>)['application/json']
  return {
    ...raw,
    'application/json': { schema: oneOfSchemas([...(json ? [json.schema] : []), ...refusals]) },
  }
}

function rawContent(response: Endpoint['response'], schemas: SchemaWriter): object {
  if (!isRaw(response)) return {}
  const [mediaType = ''] = response.contentType.split(';')
  return { [mediaType]: { schema: response.schema ? schemas.write(response.schema) : {} } }
}

const oneOfSchemas = (list: readonly object[]): object =>
  list.length === 1 ? list[0]! : { oneOf: list }
