import { describe, expect, it } from 'vitest'
import { listEndpoints, topics } from '../contract.ts'
import { commonErrors } from '../endpoint.ts'
import { ERRORS } from '../errors.ts'
import { describeAsyncApi } from './asyncApi.ts'
import { createSchemaWriter, schemaName } from './namedSchemas.ts'
import { describeOpenApi } from './openApi.ts'
import { SpotOrder } from '../spot/orders.ts'

interface Operation {
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> }
  readonly responses: Readonly<Record<string, object>>
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly tags: readonly { readonly name: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly 'x-error-codes': Readonly<Record<string, string>>
}

const openApi = describeOpenApi() as OpenApi
const listed = listEndpoints()
const operationOf = ({ method, path }: (typeof listed)[number]['endpoint']): Operation => {
  const found = openApi.paths[path]?.[method.toLowerCase()]
  if (!found) throw new RangeError(`${method} ${path} is not described.`)
  return found
}

/** What a document refers to, and what it defines. */
function references(document: object) {
  const text = JSON.stringify(document)
  const { components } = document as { readonly components: { readonly schemas: object } }
  return {
    named: new Set([...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name)),
    defined: new Set(Object.keys(components.schemas)),
  }
}

describe('the OpenAPI document of the whole contract', () => {
  it('describes every endpoint under its path and method, and no other', () => {
    const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const names = listed.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(names.toSorted())
  })

  it('gives each one a tag that the document has', () => {
    const tags = openApi.tags.map(({ name }) => name)
    expect(new Set(tags).size).toBe(tags.length)
    for (const { endpoint, capability } of listed)
      expect([operationOf(endpoint).tags, tags.includes(capability)]).toEqual([[capability], true])
  })

  it('names every parameter of a query, and the realm of a session', () => {
    for (const { endpoint } of listed) {
      const { parameters } = operationOf(endpoint)
      const inQuery = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
      const fields = Object.keys(endpoint.request?.properties ?? {})
      expect([endpoint.path, inQuery]).toEqual([
        endpoint.path,
        endpoint.method === 'GET' ? fields : [],
      ])
      expect(parameters.some(({ name }) => name === 'x-realm')).toBe(endpoint.access === 'private')
    }
  })

  it('describes a body where one is taken, by its media types', () => {
    for (const { endpoint } of listed) {
      const { method, request, consumes } = endpoint
      const types = Object.keys(operationOf(endpoint).requestBody?.content ?? {})
      const expected = method === 'GET' ? [] : (consumes ?? (request ? ['application/json'] : []))
      expect([endpoint.path, types]).toEqual([endpoint.path, expected])
    }
  })

  it('lists every refusal of an endpoint among its answers', () => {
    for (const { endpoint } of listed) {
      const text = JSON.stringify(operationOf(endpoint).responses)
      const missing = [...commonErrors(endpoint), ...endpoint.errors].filter(
        (code) => !text.includes(`schemas/Error${code}"`),
      )
      expect([endpoint.path, missing]).toEqual([endpoint.path, []])
    }
  })

  it('lists every code with its meaning, in order', () => {
    const codes = Object.keys(openApi['x-error-codes'])
    expect(codes.toSorted()).toEqual(Object.keys(ERRORS).toSorted())
    expect(Object.values(openApi['x-error-codes']).every((meaning) => meaning !== '')).toBe(true)
  })

  it('is the same each time that it is made', () => {
    expect(JSON.stringify(describeOpenApi())).toBe(JSON.stringify(openApi))
  })
})

describe('both documents', () => {
  it.each([
    ['openapi', openApi],
    ['asyncapi', describeAsyncApi()],
  ])('define in %s what they refer to, and nothing else', (_name, document) => {
    const { named, defined } = references(document)
    expect([...named].filter((name) => !defined.has(name ?? ''))).toEqual([])
    expect([...defined].filter((name) => !named.has(name))).toEqual([])
  })

  it('describe every topic in the one of its socket', () => {
    const { channels } = describeAsyncApi() as {
      readonly channels: Readonly<Record<string, { address: string; messages: object }>>
    }
    for (const { socket, name } of topics) {
      const channel = Object.values(channels).find(({ address }) => address === socket)
      expect([name, Object.keys(channel?.messages ?? {}).includes(name)]).toEqual([name, true])
    }
  })
})

describe('a writer of schemas', () => {
  it('refers to a named one, and defines it once', () => {
    const { write, components } = createSchemaWriter()
    const reference = { $ref: '#/components/schemas/SpotOrder' }
    expect([write(SpotOrder), write({ list: [SpotOrder] })]).toEqual([
      reference,
      { list: [reference] },
    ])
    expect(Object.keys(components())).toContain('SpotOrder')
    expect(components()['SpotOrder']).toHaveProperty('properties.orderId')
  })

  it('defines what a named one refers to, in alphabetical order', () => {
    const { write, components } = createSchemaWriter()
    write(SpotOrder)
    const names = Object.keys(components())
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('OrderTrigger')
  })

  it('writes one without a name as it stands', () => {
    const { write, components } = createSchemaWriter()
    expect(write({ type: 'string' })).toEqual({ type: 'string' })
    expect([components(), schemaName({ type: 'string' })]).toEqual([{}, undefined])
    expect(schemaName(SpotOrder)).toBe('SpotOrder')
  })
})
