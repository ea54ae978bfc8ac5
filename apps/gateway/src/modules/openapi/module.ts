import { SUCCESS_CODE } from '../../platform/http/envelope.ts'
import {
  RawAnswer,
  type GatewayModule,
  type RouteDescription,
  type RouteSpec,
} from '../../platform/http/route.ts'
import { deriveSignRules } from '../../platform/security/signRules.ts'

/** The list of routes as an OpenAPI 3.1 document and as a page to read; development only. */
export function createOpenApiModule({
  routes,
}: {
  /** All other routes of the gateway. */
  readonly routes: readonly RouteDescription[]
}): GatewayModule {
  const common = { method: 'GET', access: 'public', developmentOnly: true } as const
  const own: readonly RouteSpec[] = [
    {
      ...common,
      path: '/v1/dev/openapi.json',
      summary: 'This list as an OpenAPI 3.1 document.',
      handler: async () =>
        new RawAnswer(
          JSON.stringify(describe(all), undefined, 1),
          'application/json; charset=utf-8',
        ),
    },
    {
      ...common,
      path: '/v1/dev/openapi',
      summary: 'This list as a page.',
      handler: async () =>
        new RawAnswer(page(all), 'text/html; charset=utf-8', {
          headers: { 'content-security-policy': "default-src 'none'" },
        }),
    },
  ]
  const all = [...routes, ...own]
  return { routes: own }
}

export function describe(routes: readonly RouteDescription[]): object {
  const signMode = createSignModeReader(routes)
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, signMode(route))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gateway',
      version: '1',
      description:
        'Every answer comes in the envelope unless its content type is another. HTTP 200 carries business refusals too: look at `code`.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'status', 'msg', 'data'],
          properties: {
            code: { type: 'string', examples: [SUCCESS_CODE] },
            status: { enum: ['success', 'error'] },
            msg: { type: 'string' },
            data: {},
          },
        },
      },
    },
  }
}

function operation(route: RouteDescription, signMode: string | undefined): object {
  const { summary, access, encrypted, schema } = route
  return {
    ...(summary ? { summary } : {}),
    ...(access === 'private' ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...queryParameters(schema?.querystring),
      ...(access === 'private'
        ? [
            {
              name: 'x-realm',
              in: 'header',
              required: true,
              schema: { enum: route.realms ?? ['live', 'paper'] },
            },
          ]
        : []),
    ],
    ...(schema?.body
      ? { requestBody: { content: { 'application/json': { schema: schema.body } } } }
      : {}),
    responses: {
      200: {
        description: 'The envelope',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
    ...(signMode ? { 'x-sign-mode': signMode } : {}),
    ...(encrypted ? { 'x-encrypted': true } : {}),
  }
}

function queryParameters(schema: object | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

function createSignModeReader(
  routes: readonly RouteDescription[],
): (route: RouteDescription) => string | undefined {
  const { exactUrls, prefixUrls } = deriveSignRules(routes)
  return ({ path, access }) =>
    access === 'public'
      ? undefined
      : (exactUrls[path] ??
        Object.entries(prefixUrls).find(([prefix]) => path.startsWith(prefix))?.[1])
}

function page(routes: readonly RouteDescription[]): string {
  const signMode = createSignModeReader(routes)
  const rows = routes.map((route) => {
    const cells = [
      route.method,
      route.path,
      route.access,
      signMode(route) ?? '',
      route.encrypted ? 'yes' : '',
      route.summary ?? '',
    ]
    return `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`
  })
  const heads = ['Method', 'Path', 'Access', 'Sign mode', 'Encrypted', 'What it does']
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gateway routes</title><h1>Gateway routes</h1><p>The same as a document: <a href="/v1/dev/openapi.json">openapi.json</a></p><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
