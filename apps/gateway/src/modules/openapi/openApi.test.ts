import { api, type Endpoint } from '@x/api'
import { expect, it } from 'vitest'
import { RawAnswer, type GatewayRequest } from '../../platform/http/route.ts'
import { createOpenApiModule } from './module.ts'

const open: Endpoint = { ...api.configuration.region, summary: 'Open <to> "all" & sundry' }
const module = createOpenApiModule({
  endpoints: [
    { capability: 'configuration', endpoint: open },
    { capability: 'spot.orders', endpoint: api.spot.orders.place },
  ],
})
const answer = async (path: string) =>
  (await module.routes
    .find((route) => route.path === path)
    ?.handler({} as GatewayRequest)) as RawAnswer

it('serves the document and a page in development only', () => {
  expect(module.routes.map(({ developmentOnly, access }) => [developmentOnly, access])).toEqual([
    [true, 'public'],
    [true, 'public'],
  ])
})

it('serves the OpenAPI document of the contract', async () => {
  const document = await answer('/v1/dev/openapi.json')
  expect(document).toBeInstanceOf(RawAnswer)
  expect(Object.keys((JSON.parse(String(document.body)) as { paths: object }).paths)).toEqual([
    '/v1/mix/region',
    '/v1/spot/order/place',
  ])
})

it('serves a page that may load nothing', async () => {
  expect(JSON.stringify(await answer('/v1/dev/openapi'))).toContain("default-src 'none'")
})

it('escapes the texts of the page', async () => {
  const text = JSON.stringify(await answer('/v1/dev/openapi'))
  expect(text).toContain('Open &#60;to&#62; &#34;all&#34; &#38; sundry')
  expect(text).not.toContain('<to>')
})
