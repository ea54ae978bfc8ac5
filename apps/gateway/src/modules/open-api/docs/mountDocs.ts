import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DialectRoute } from '../dialectRoute.ts'
import { describeDialect } from './document.ts'

/** Files of the library that renders the document, and their types. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const START = `SwaggerUIBundle({
  url: '/api-docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Open API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api-docs/swagger-ui.css" />
    <script defer src="/api-docs/swagger-ui-bundle.js"></script>
    <script defer src="/api-docs/start.js"></script>
  </head>
  <body>
    <main id="docs"></main>
  </body>
</html>
`
/** The library sets styles of elements; nothing comes from elsewhere and nothing is evaluated. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves `/api-docs`: the document of the dialect, and a page that shows it. */
export function mountDocs(
  app: FastifyInstance,
  {
    routes,
    ...options
  }: Parameters<typeof describeDialect>[1] & { readonly routes: readonly DialectRoute[] },
): void {
  const document = JSON.stringify(describeDialect(routes, options))
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  )
  const serve = (url: string, type: string, read: () => string | Promise<Buffer>) =>
    app.get(url, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .send(await read()),
    )
  for (const url of ['/api-docs', '/api-docs/']) serve(url, 'text/html; charset=utf-8', () => PAGE)
  serve('/api-docs/openapi.json', 'application/json; charset=utf-8', () => document)
  serve('/api-docs/start.js', 'text/javascript; charset=utf-8', () => START)
  for (const [name, type] of Object.entries(FILES))
    serve(`/api-docs/${name}`, type, () => readFile(path.join(folder, name)))
}
