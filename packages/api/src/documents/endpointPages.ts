import type { TSchema } from '@sinclair/typebox'
import { listEndpoints } from '../contract.ts'
import { commonErrors, isRaw, type Endpoint } from '../endpoint.ts'
import { jsonSchemaOf, type JsonSchema } from '../jsonSchema.ts'
import { sockets } from '../streams.ts'
import { schemaName } from './namedSchemas.ts'

/** Every endpoint with its parameters and answer, as a page in Markdown. */
export function describeEndpoints(): string {
  const listed = listEndpoints()
  const sections = [...new Set(listed.map(({ capability }) => capability))].map((name) =>
    [
      `## ${name}`,
      ...listed.flatMap(({ capability, endpoint }) =>
        capability === name ? [sectionOf(endpoint)] : [],
      ),
    ].join('\n\n'),
  )
  return [
    '# Endpoints',
    'Generated from `packages/api` by `npm run check -- apiDocuments`; do not edit. The schemas ' +
      'that are named here are in [openapi.json](../openapi.json), the codes in ' +
      '[errors.md](errors.md).',
    ...sections,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

/** The close codes of each socket as a table in Markdown. */
export function describeCloseCodes(): string {
  return [
    '| Socket | Code | Meaning |',
    '| --- | --- | --- |',
    ...Object.values(sockets).flatMap(({ path, closeCodes }) =>
      Object.entries(closeCodes).map(([code, meaning]) => `| \`${path}\` | ${code} | ${meaning} |`),
    ),
  ].join('\n')
}

function sectionOf(endpoint: Endpoint): string {
  const { method, path, summary, request, errors } = endpoint
  const codes = errors.filter((code) => !commonErrors(endpoint).includes(code))
  return [
    `### ${method} ${path}`,
    `${summary} ${accessOf(endpoint)}`,
    ...(request && Object.keys(request.properties).length > 0 ? [parametersOf(request)] : []),
    `Answers ${answerOf(endpoint)}.${codes.length > 0 ? ` Refusals: ${codes.join(', ')}.` : ''}`,
  ].join('\n\n')
}

function accessOf({
  access,
  signing,
  encrypted,
  realms,
  roles,
  developmentOnly,
}: Endpoint): string {
  const parts = [
    access,
    ...(signing === 'none' ? [] : [`signed in mode ${signing}`]),
    ...(encrypted ? ['encrypted'] : []),
    ...(realms ? [`${realms.join(', ')} realm only`] : []),
    ...(roles ? [`for ${roles.join(', ')}`] : []),
    ...(developmentOnly ? ['development only'] : []),
  ]
  const [first = '', ...others] = parts
  return `${first.charAt(0).toUpperCase()}${[first.slice(1), ...others].join(', ')}.`
}

function parametersOf({ properties, required = [] }: NonNullable<Endpoint['request']>): string {
  return [
    '| Parameter | Type | Meaning |',
    '| --- | --- | --- |',
    ...Object.entries(properties).map(([name, schema]) => {
      const plain = jsonSchemaOf(schema)
      const mark = required.includes(name) ? '' : '?'
      return `| \`${name}\`${mark} | ${typeOf(plain)} | ${textOf(plain['description'])} |`
    }),
  ].join('\n')
}

/** A type in a few words; `""` and `null`, which mean an absent field, are left out. */
function typeOf({ enum: values, type, format, const: literal, maxLength }: JsonSchema): string {
  if (Array.isArray(values))
    return values
      .filter((value) => value !== '' && value !== null)
      .map((value) => `\`${String(value)}\``)
      .join(', ')
  if (literal !== undefined) return `\`${textOf(literal)}\``
  if (format === 'decimal') return 'decimal'
  const names = [type].flat().filter((name) => name !== 'null' && name !== undefined)
  const length = typeof maxLength === 'number' ? `, at most ${maxLength} characters` : ''
  return `${names.map(String).join(' or ') || 'any'}${length}`
}

function answerOf({ response }: Endpoint): string {
  if (isRaw(response)) return `\`${response.contentType}\` outside the envelope`
  const schema: TSchema = response
  const name = schemaName(schema)
  if (name !== undefined) return `\`${name}\``
  const { items, properties, type } = schema as JsonSchema
  const item = typeof items === 'object' && items !== null ? schemaName(items) : undefined
  if (item !== undefined) return `a list of \`${item}\``
  if (type === 'null') return '`null`'
  return properties === undefined
    ? 'as the document says'
    : Object.keys(properties as object)
        .map((field) => `\`${field}\``)
        .join(', ')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
