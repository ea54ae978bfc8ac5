import { api, listEndpoints } from '@x/api'
import { describeOpenApi } from '@x/api/documents'
import { route } from '../../platform/http/contractRoute.ts'
import { RawAnswer, type GatewayModule } from '../../platform/http/route.ts'

/** The contract as an OpenAPI 3.1 document and as a page to read; development only. */
export function createOpenApiModule({
  endpoints = listEndpoints(),
}: {
  /** Default: all of the contract. */
  readonly endpoints?: ReturnType<typeof listEndpoints>
} = {}): GatewayModule {
  return {
    routes: [
      route(
        api.development.openApi,
        async () =>
          new RawAnswer(
            JSON.stringify(describeOpenApi(endpoints), undefined, 1),
            'application/json; charset=utf-8',
          ),
      ),
      route(
        api.development.openApiPage,
        async () =>
          new RawAnswer(page(endpoints), 'text/html; charset=utf-8', {
            headers: { 'content-security-policy': "default-src 'none'" },
          }),
      ),
    ],
  }
}

function page(endpoints: ReturnType<typeof listEndpoints>): string {
  const rows = endpoints.map(({ endpoint }) => {
    const cells = [
      endpoint.method,
      endpoint.path,
      endpoint.access,
      endpoint.signing === 'none' ? '' : endpoint.signing,
      endpoint.encrypted ? 'yes' : '',
      endpoint.summary,
    ]
    return `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`
  })
  const heads = ['Method', 'Path', 'Access', 'Sign mode', 'Encrypted', 'What it does']
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gateway ' +
    'routes</title><h1>Gateway routes</h1><p>The same as a document: <a ' +
    `href="/v1/dev/openapi.json">openapi.json</a></p><table>` +
    `<thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></html>`
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
